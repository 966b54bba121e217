import type { Connection } from '../connection.ts';

/** A version with more chunks is removed in slices of this size, each its own commit. */
const SLICE_CHUNKS = 256;
const SLICE_TEXT_PIECES = 32;
/** SQLite's "no limit". */
const ALL = -1;

/**
 * Removes chunks and texts of unused versions: small ones at once, large ones in slices.
 *
 * @param onLarge Called when `removeSlice` has work.
 */
export function createVersionRemoval({ one, all, run }: Connection, onLarge: () => void) {
  /** @returns Whether there was any. */
  function removeChunks(document: number, version: number, limit: number): boolean {
    const chunks = all<{ chunk: number }>(
      'SELECT chunk FROM chunks WHERE document = $1 AND version = $2 ORDER BY ordinal LIMIT $3',
      ...[document, version, limit],
    );
    if (chunks.length === 0) return false;
    const named = JSON.stringify(chunks.map(({ chunk }) => chunk));
    for (const sql of DELETE_CHUNKS) run(sql, named);
    return true;
  }

  /** @returns Whether there was any. */
  function removeText(document: number, version: number, limit: number): boolean {
    const { changes } = run(
      `DELETE FROM document_texts WHERE piece IN
         (SELECT piece FROM document_texts WHERE document = $1 AND version = $2 LIMIT $3)`,
      ...[document, version, limit],
    );
    return Number(changes) > 0;
  }

  return {
    /** Removes every version of a document but `keep`; `removeSlice` removes a large one after the commit. */
    drop(document: number, { keep }: { keep: number | null }): void {
      for (const { version } of all<{ version: number }>(SELECT_STALE, document, keep)) {
        const isLarge = one(
          `SELECT 1 FROM chunks WHERE document = $1 AND version = $2 LIMIT 1 OFFSET ${SLICE_CHUNKS}`,
          ...[document, version],
        );
        if (isLarge) {
          run(
            'INSERT OR IGNORE INTO dropped_versions (document, version) VALUES ($1, $2)',
            document,
            version,
          );
          onLarge();
        } else {
          removeChunks(document, version, ALL);
          removeText(document, version, ALL);
        }
      }
    },
    /** Whether rows of the version are still to be removed, so that it cannot be written yet. */
    isRemoving: (document: number, version: number): boolean =>
      one('SELECT 1 FROM dropped_versions WHERE document = $1 AND version = $2', document, version) !==
      undefined,
    /** @returns Whether anything was left to remove. */
    removeSlice(): boolean {
      const dropped = one<{ document: number; version: number }>(
        'SELECT document, version FROM dropped_versions LIMIT 1',
      );
      if (!dropped) return false;
      const { document, version } = dropped;
      const isLeft =
        removeChunks(document, version, SLICE_CHUNKS) || removeText(document, version, SLICE_TEXT_PIECES);
      if (!isLeft)
        run('DELETE FROM dropped_versions WHERE document = $1 AND version = $2', document, version);
      return true;
    },
  };
}

const SELECT_STALE = `
  SELECT version FROM (
    SELECT DISTINCT version FROM chunks WHERE document = $1
    UNION SELECT DISTINCT version FROM document_texts WHERE document = $1
  ) WHERE version IS NOT $2`;

const DELETE_CHUNKS = ['embeddings_0', 'embeddings_1', 'chunk_terms', 'chunks'].map(
  (table) => `DELETE FROM ${table} WHERE chunk IN (SELECT value FROM json_each($1))`,
);
