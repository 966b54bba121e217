import type { Change } from '../../sql/document-driver.ts';
import { rowsOf, type Work } from '../../sql/work.ts';
import type { Connection, Queries } from '../connection.ts';

/** A version with more chunks is removed in slices of this size, each its own commit. */
const SLICE_CHUNKS = 1_024;
const SLICE_TEXT_PIECES = 64;

/** Removes chunks and texts of unused versions: small ones at once, large ones in slices, by whichever process. */
export function createVersionRemoval(connection: Connection) {
  let isRemoving = false;

  async function removeDropped(): Promise<void> {
    if (isRemoving) return;
    isRemoving = true;
    try {
      while (await connection.transaction(removeSlice, { durability: 'relaxed' }));
    } catch {
      // The database is gone or closed: nobody waits for it, and the next call continues.
    } finally {
      isRemoving = false;
    }
  }

  return {
    /** Removes every version of a locked document but `keep`; a large one after the commit. */
    *drop(change: Change, document: number, keep: number | null): Work<void> {
      const stale = yield* rowsOf<{ version: number; is_large: boolean }>(SELECT_STALE, [document, keep]);
      for (const { version, is_large } of stale) {
        const of = [document, version];
        if (is_large) {
          yield* rowsOf(
            'INSERT INTO dropped_versions (document, version) VALUES ($1, $2) ON CONFLICT DO NOTHING',
            of,
          );
          change.afterwards(() => void removeDropped());
        } else {
          for (const table of ['embeddings_0', 'embeddings_1', 'chunks', 'document_texts'])
            yield* rowsOf(`DELETE FROM ${table} WHERE document = $1 AND version = $2`, of);
        }
      }
    },
    /** Removes large versions until none is left that nobody else is removing. */
    removeDropped,
  };
}

/** @returns Whether anything was left to remove. */
async function removeSlice(queries: Queries): Promise<boolean> {
  const [dropped] = await queries.query<{ document: number; version: number }>(
    'SELECT document, version FROM dropped_versions LIMIT 1 FOR UPDATE SKIP LOCKED',
  );
  if (!dropped) return false;
  const of = [dropped.document, dropped.version];
  const [slice] = await queries.query<{ last: number | null }>(
    `SELECT max(ordinal) AS last FROM (
       SELECT ordinal FROM chunks WHERE document = $1 AND version = $2 ORDER BY ordinal LIMIT ${SLICE_CHUNKS}
     ) s`,
    of,
  );
  if (slice!.last !== null) {
    for (const table of ['embeddings_0', 'embeddings_1', 'chunks'])
      await queries.query(`DELETE FROM ${table} WHERE document = $1 AND version = $2 AND ordinal <= $3`, [
        ...of,
        slice!.last,
      ]);
    return true;
  }
  const pieces = await queries.query(
    `DELETE FROM document_texts WHERE document = $1 AND version = $2 AND start_offset IN (
       SELECT start_offset FROM document_texts WHERE document = $1 AND version = $2 LIMIT ${SLICE_TEXT_PIECES}
     ) RETURNING 1`,
    of,
  );
  if (pieces.length === 0)
    await queries.query('DELETE FROM dropped_versions WHERE document = $1 AND version = $2', of);
  return true;
}

/** Versions but `$2`, found without a look at each row of it. */
const SELECT_STALE = `
  SELECT version, EXISTS (
    SELECT 1 FROM chunks c WHERE c.document = $1 AND c.version = s.version OFFSET ${SLICE_CHUNKS}
  ) AS is_large
  FROM (
    SELECT version FROM chunks WHERE document = $1 AND version < COALESCE($2, 0)
    UNION SELECT version FROM chunks WHERE document = $1 AND version > COALESCE($2, 0)
    UNION SELECT version FROM document_texts WHERE document = $1 AND version < COALESCE($2, 0)
    UNION SELECT version FROM document_texts WHERE document = $1 AND version > COALESCE($2, 0)
  ) s`;
