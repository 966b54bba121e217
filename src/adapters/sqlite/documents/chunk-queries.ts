import {
  type ChunkId,
  chunkIdOf,
  type IndexableChunk,
  parseChunkId,
  type StoredChunk,
} from '../../../ports/chunk.ts';
import type { ChunkPage } from '../../../ports/document-list.ts';
import { encodeCounts, encodeEmbedding, encodeTerms, textHashOf } from '../../document-rows/chunk-codec.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';
import type { EmbeddingModelQueries } from './embedding-model-queries.ts';

export interface ChunkQueries {
  /** Writes chunks of a version, with embeddings of the current model. */
  stage(document: number, version: number, chunks: readonly IndexableChunk[]): void;
  /** Removes the embeddings of a version. */
  dropEmbeddings(document: number, version: number): void;
  /** How a version's chunks differ in text from the previous version's. */
  difference(
    document: number,
    versions: { from: number | null; to: number },
  ): { chunks: number; added: number; removed: number };
  /** The chunk of this id, when its version is published. */
  find(chunkId: ChunkId): StoredChunk | undefined;
  /** Chunks of the published version, by ordinal. */
  list(docId: string, page: { limit: number; after?: number }): ChunkPage | undefined;
}

type FoundRow = Omit<StoredChunk, 'chunkId' | 'docId'>;

export function createChunkQueries(connection: Connection, models: EmbeddingModelQueries): ChunkQueries {
  const insertChunk = connection.prepare(
    `INSERT INTO chunks (document, version, ordinal, text_hash, start, end, page, section, text)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertTerms = connection.prepare('INSERT INTO chunk_terms (chunk, terms, counts) VALUES (?, ?, ?)');
  const deleteEmbeddings = ['embeddings_0', 'embeddings_1'].map((table) =>
    connection.prepare(
      `DELETE FROM ${table} WHERE chunk IN (SELECT chunk FROM chunks WHERE document = ? AND version = ?)`,
    ),
  );
  const count = connection.prepare(
    'SELECT COUNT(*) AS chunks FROM chunks WHERE document = ? AND version = ?',
  );
  const countKept = connection.prepare(
    `SELECT COALESCE(SUM(MIN(a.times, b.times)), 0) AS kept FROM
       (SELECT text_hash, COUNT(*) AS times FROM chunks WHERE document = ?1 AND version = ?2 GROUP BY text_hash) a
     JOIN
       (SELECT text_hash, COUNT(*) AS times FROM chunks WHERE document = ?1 AND version = ?3 GROUP BY text_hash) b
     USING (text_hash)`,
  );
  const select = connection.prepare(
    `SELECT c.ordinal, c.text, c.start, c.end, c.page, c.section
     FROM documents d JOIN chunks c ON c.document = d.sequence AND c.version = d.live_version
     WHERE d.doc_id = ? AND d.live_version = ? AND c.ordinal = ?`,
  );

  const selectLive = connection.prepare(
    'SELECT sequence, live_version AS version, chunks AS total FROM documents WHERE doc_id = ?',
  );
  const selectPage = connection.prepare(
    `SELECT ordinal, text, start, end, page, section FROM chunks
     WHERE document = ? AND version = ? AND ordinal > ? ORDER BY ordinal LIMIT ?`,
  );

  return {
    stage(document, version, chunks) {
      const putEmbedding = models.writer();
      for (const { ordinal, text, start, end, page, section, terms, counts, embedding } of chunks) {
        if (terms.length !== counts.length) {
          throw new RangeError(
            `Cannot store a chunk of ${terms.length} terms as it has ${counts.length} counts`,
          );
        }
        const where = [document, version, ordinal, textHashOf(text), start, end, page, section];
        const { lastInsertRowid } = insertChunk.run(...where, text);
        insertTerms.run(lastInsertRowid, encodeTerms(terms), encodeCounts(counts));
        if (embedding) putEmbedding(Number(lastInsertRowid), encodeEmbedding(embedding));
      }
    },
    dropEmbeddings(document, version) {
      for (const statement of deleteEmbeddings) statement.run(document, version);
    },
    difference(document, { from, to }) {
      const { chunks } = one<{ chunks: number }>(count, document, to)!;
      if (from === null) return { chunks, added: chunks, removed: 0 };
      const { chunks: before } = one<{ chunks: number }>(count, document, from)!;
      const { kept } = one<{ kept: number }>(countKept, document, from, to)!;
      return { chunks, added: chunks - kept, removed: before - kept };
    },
    list(docId, { limit, after = -1 }) {
      const live = one<{ sequence: number; version: number | null; total: number }>(selectLive, docId);
      if (!live || live.version === null) return undefined;
      const { sequence, version, total } = live;
      const rows = all<FoundRow>(selectPage, sequence, version, after, limit + 1);
      const chunks = rows
        .slice(0, limit)
        .map((row) => ({ chunkId: chunkIdOf(docId, version, row.ordinal), docId, ...row }));
      return { version, chunks, nextAfter: rows.length > limit ? chunks.at(-1)?.ordinal : undefined, total };
    },
    find(chunkId) {
      const id = parseChunkId(chunkId);
      if (!id) return undefined;
      const row = one<FoundRow>(select, id.docId, id.version, id.ordinal);
      return row && { chunkId, docId: id.docId, ...row };
    },
  };
}
