import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Change, DocumentDriver } from './document-driver.ts';
import { firstOf, rowsOf, type Work } from './work.ts';

/** A version with more chunks is removed in slices of this size, each its own commit. */
const SLICE_CHUNKS = 256;
const SLICE_TEXT_PIECES = 32;
const ORDINAL_MAX = 2 ** 31 - 1;

/**
 * Removes chunks and texts of unused versions: small ones at once, large ones in slices, by whichever process. Then
 * embeddings of an unused model.
 *
 * @param write Makes a change that a crash may lose.
 */
export function createVersionRemoval(
  { dialect, clearEmbeddings }: DocumentDriver,
  write: (work: () => Work<boolean>) => Promise<boolean>,
) {
  const { lock } = dialect;
  const { start, deleteChunks } = dialect.chunks;
  let isRemoving = false;

  /** Until nothing is left that nobody else is removing. After a failure the next call continues. */
  async function removeDropped(): Promise<void> {
    if (isRemoving) return;
    isRemoving = true;
    try {
      await nextTurn();
      while (await write(removeSlice));
    } catch {
      // A full disk, or the store is gone or closed: nobody waits for it.
    } finally {
      isRemoving = false;
    }
  }

  /** @returns Whether anything was left to remove. */
  function* removeSlice(): Work<boolean> {
    const dropped = yield* firstOf<{ document: number; version: number }>(
      `SELECT document, version FROM dropped_versions LIMIT 1 ${lock('FOR UPDATE SKIP LOCKED')}`,
    );
    if (!dropped) return clearEmbeddings ? yield* clearEmbeddings() : false;
    const of = [dropped.document, dropped.version];
    const { last } = (yield* firstOf<{ last: number | null }>(
      `SELECT MAX(ordinal) AS last FROM (
         SELECT ordinal FROM chunks WHERE document = $1 AND version = $2 ORDER BY ordinal LIMIT ${SLICE_CHUNKS}
       ) s`,
      of,
    ))!;
    if (last !== null) {
      for (const sql of deleteChunks) yield* rowsOf(sql, [...of, last]);
      return true;
    }
    const pieces = yield* rowsOf(
      `DELETE FROM document_texts WHERE document = $1 AND version = $2 AND ${start} IN (
         SELECT ${start} FROM document_texts WHERE document = $1 AND version = $2 LIMIT ${SLICE_TEXT_PIECES}
       ) RETURNING 1`,
      of,
    );
    if (pieces.length === 0)
      yield* rowsOf('DELETE FROM dropped_versions WHERE document = $1 AND version = $2', of);
    return true;
  }

  return {
    removeDropped,
    /** Removes every version of a locked document but `keep`; a large one after the change. */
    *drop(change: Change, document: number, keep: number | null): Work<void> {
      const stale = yield* rowsOf<{ version: number; isLarge: boolean | 0 | 1 }>(SELECT_STALE, [
        document,
        keep,
      ]);
      for (const { version, isLarge } of stale) {
        const of = [document, version];
        if (isLarge) {
          yield* rowsOf(
            'INSERT INTO dropped_versions (document, version) VALUES ($1, $2) ON CONFLICT DO NOTHING',
            of,
          );
          change.afterwards(() => void removeDropped());
        } else {
          for (const sql of deleteChunks) yield* rowsOf(sql, [...of, ORDINAL_MAX]);
          yield* rowsOf('DELETE FROM document_texts WHERE document = $1 AND version = $2', of);
        }
      }
    },
  };
}

/** Versions but `$2`, found without a look at each row of it. */
const SELECT_STALE = `
  SELECT version, EXISTS (
    SELECT 1 FROM chunks c WHERE c.document = $1 AND c.version = s.version LIMIT 1 OFFSET ${SLICE_CHUNKS}
  ) AS "isLarge"
  FROM (
    SELECT version FROM chunks WHERE document = $1 AND version < COALESCE($2, 0)
    UNION SELECT version FROM chunks WHERE document = $1 AND version > COALESCE($2, 0)
    UNION SELECT version FROM document_texts WHERE document = $1 AND version < COALESCE($2, 0)
    UNION SELECT version FROM document_texts WHERE document = $1 AND version > COALESCE($2, 0)
  ) s`;
