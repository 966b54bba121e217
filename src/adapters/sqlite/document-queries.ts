import type { DocumentRecord } from '../../ports/document.ts';
import type { ChunkQueries } from './chunk-queries.ts';
import type { Connection } from './connection.ts';
import { all, one } from './database.ts';
import { type DocumentRow, recordOf } from './document-row.ts';

export interface DocumentQueries {
  find(docId: string): DocumentRecord | undefined;
  delete(docId: string, now: number): { orphanedHashes: string[] } | undefined;
  docIdsWithTags(tags: readonly string[]): string[];
  contentHashes(): Set<string>;
  liveDocumentWithHash(contentHash: string, exceptDocId: string): string | undefined;
  languages(): Map<string, number>;
  /** Queues documents again that were skipped for what `docId` no longer answers from. */
  requeueDuplicatesOf(docId: string, now: number): void;
}

export function createDocumentQueries(connection: Connection, chunks: ChunkQueries): DocumentQueries {
  const select = connection.prepare('SELECT * FROM documents WHERE doc_id = ?');
  const deletes = [
    'DELETE FROM documents WHERE sequence = ?',
    'DELETE FROM document_tags WHERE document = ?',
    'DELETE FROM jobs WHERE document = ?',
  ].map((sql) => connection.prepare(sql));
  const isNamed = connection.prepare(
    `SELECT 1 FROM documents WHERE content_hash = ?1
     UNION ALL SELECT 1 FROM documents WHERE live_hash = ?1 LIMIT 1`,
  );
  const selectTagged = connection.prepare(
    `SELECT DISTINCT d.doc_id FROM document_tags t JOIN documents d ON d.sequence = t.document
     WHERE t.tag IN (SELECT value FROM json_each(?)) AND d.live_version IS NOT NULL`,
  );
  const selectHashes = connection.prepare(
    `SELECT content_hash AS hash FROM documents WHERE content_hash IS NOT NULL
     UNION SELECT live_hash FROM documents WHERE live_hash IS NOT NULL`,
  );
  const selectLive = connection.prepare(
    `SELECT doc_id FROM documents WHERE live_hash = ? AND doc_id <> ? ORDER BY sequence LIMIT 1`,
  );
  const selectLanguages = connection.prepare(
    `SELECT language, SUM(chunks) AS chunks FROM documents
     WHERE live_version IS NOT NULL AND language IS NOT NULL GROUP BY language`,
  );
  const requeue = connection.prepare(
    `UPDATE documents SET status = 'queued', progress = 0, attempts = 0, duplicate_of = NULL, updated_at = ?1
     WHERE duplicate_of = ?2 AND status = 'skipped'
       AND content_hash IS NOT (SELECT live_hash FROM documents WHERE doc_id = ?2)
     RETURNING sequence`,
  );
  const insertJob = connection.prepare('INSERT INTO jobs (document, due_at) VALUES (?, ?)');

  function requeueDuplicatesOf(docId: string, now: number): void {
    for (const { sequence } of all<{ sequence: number }>(requeue, now, docId)) insertJob.run(sequence, now);
  }

  return {
    find(docId) {
      const row = one<DocumentRow>(select, docId);
      return row && recordOf(row);
    },
    delete(docId, now) {
      const row = one<DocumentRow>(select, docId);
      if (!row) return undefined;
      chunks.drop(row.sequence, { keep: null });
      for (const statement of deletes) statement.run(row.sequence);
      requeueDuplicatesOf(docId, now);
      const hashes = new Set([row.content_hash, row.live_hash].filter((hash) => hash !== null));
      return { orphanedHashes: [...hashes].filter((hash) => isNamed.get(hash) === undefined) };
    },
    docIdsWithTags: (tags) =>
      all<{ doc_id: string }>(selectTagged, JSON.stringify(tags)).map((row) => row.doc_id),
    contentHashes: () => new Set(all<{ hash: string }>(selectHashes).map((row) => row.hash)),
    liveDocumentWithHash: (contentHash, exceptDocId) =>
      one<{ doc_id: string }>(selectLive, contentHash, exceptDocId)?.doc_id,
    languages: () =>
      new Map(
        all<{ language: string; chunks: number }>(selectLanguages).map((row) => [row.language, row.chunks]),
      ),
    requeueDuplicatesOf,
  };
}
