import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';

/** A version with more chunks is removed in slices of this size, each its own commit. */
const SLICE_CHUNKS = 256;
const SLICE_TEXT_PIECES = 32;

/** Removes chunks and texts of unused versions: small ones at once, large ones in slices. */
export interface VersionRemoval {
  /** Removes every version of a document but `keep`; `removeSlice` removes a large one after the commit. */
  drop(document: number, options: { keep: number | null }): void;
  /** Whether rows of the version are still to be removed, so that it cannot be written yet. */
  isRemoving(document: number, version: number): boolean;
  /** @returns Whether anything was left to remove. */
  removeSlice(): boolean;
}

/** @param onLarge Called when `removeSlice` has work. */
export function createVersionRemoval(connection: Connection, onLarge: () => void): VersionRemoval {
  const selectStale = connection.prepare(
    `SELECT version FROM (
       SELECT DISTINCT version FROM chunks WHERE document = ?1
       UNION SELECT DISTINCT version FROM document_texts WHERE document = ?1
     ) WHERE version IS NOT ?2`,
  );
  const isLarge = connection.prepare(
    `SELECT 1 FROM chunks WHERE document = ? AND version = ? LIMIT 1 OFFSET ${SLICE_CHUNKS}`,
  );
  const insertDropped = connection.prepare(
    'INSERT OR IGNORE INTO dropped_versions (document, version) VALUES (?, ?)',
  );
  const selectRemoving = connection.prepare(
    'SELECT 1 FROM dropped_versions WHERE document = ? AND version = ?',
  );
  const selectDropped = connection.prepare('SELECT document, version FROM dropped_versions LIMIT 1');
  const deleteDropped = connection.prepare('DELETE FROM dropped_versions WHERE document = ? AND version = ?');
  const selectSlice = connection.prepare(
    'SELECT chunk FROM chunks WHERE document = ? AND version = ? ORDER BY ordinal LIMIT ?',
  );
  const deleteSlice = ['embeddings_0', 'embeddings_1', 'chunk_terms', 'chunks'].map((table) =>
    connection.prepare(`DELETE FROM ${table} WHERE chunk IN (SELECT value FROM json_each(?))`),
  );
  const deleteTexts = connection.prepare(
    `DELETE FROM document_texts WHERE piece IN
       (SELECT piece FROM document_texts WHERE document = ? AND version = ? LIMIT ?)`,
  );

  /** @returns Whether there was any. */
  function removeChunks(document: number, version: number, most: number): boolean {
    const chunks = all<{ chunk: number }>(selectSlice, document, version, most).map(({ chunk }) => chunk);
    if (chunks.length === 0) return false;
    const named = JSON.stringify(chunks);
    for (const statement of deleteSlice) statement.run(named);
    return true;
  }

  function removeAll(document: number, version: number): void {
    removeChunks(document, version, ALL);
    deleteTexts.run(document, version, ALL);
  }

  return {
    drop(document, { keep }) {
      for (const { version } of all<{ version: number }>(selectStale, document, keep)) {
        if (isLarge.get(document, version) === undefined) {
          removeAll(document, version);
          continue;
        }
        insertDropped.run(document, version);
        onLarge();
      }
    },
    isRemoving: (document, version) => selectRemoving.get(document, version) !== undefined,
    removeSlice() {
      const dropped = one<{ document: number; version: number }>(selectDropped);
      if (!dropped) return false;
      const { document, version } = dropped;
      const isLeft =
        removeChunks(document, version, SLICE_CHUNKS) ||
        Number(deleteTexts.run(document, version, SLICE_TEXT_PIECES).changes) > 0;
      if (!isLeft) deleteDropped.run(document, version);
      return true;
    },
  };
}

/** SQLite's "no limit". */
const ALL = -1;
