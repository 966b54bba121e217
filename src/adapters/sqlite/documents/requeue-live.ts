import type { DocumentStore } from '../../../ports/document-store.ts';
import type { Connection } from '../connection.ts';
import { all } from '../database.ts';
import type { VersionRemoval } from './version-removal.ts';

type Page = Parameters<DocumentStore['requeueLive']>[0];

/**
 * Gives published documents a new version of the same original, with a job that must not skip it. For use in a write.
 */
export function createRequeueLive(
  connection: Connection,
  { removal, forget }: { removal: VersionRemoval; forget: (docId: string) => void },
): (page: Page) => { docIds: string[]; last: number | undefined } {
  // With any other status something is queued, or has failed for other content, which a requeue would lose. The plus
  // keeps SQLite from the index by status, with which it would sort all documents for each page.
  const select = connection.prepare(
    `SELECT sequence, doc_id FROM documents
     WHERE sequence > ? AND live_hash IS NOT NULL AND content_hash = live_hash AND +status IN ('done', 'skipped')
     ORDER BY sequence LIMIT ?`,
  );
  const update = connection.prepare(
    `UPDATE documents SET
       status = 'queued', stage = NULL, progress = 0, version = version + 1, added = 0, removed = 0, embedded = 0,
       attempts = 0, duplicate_of = NULL, is_forced = 1, correlation_id = ?, updated_at = ?
     WHERE sequence = ? RETURNING live_version`,
  );
  const insertJob = connection.prepare('INSERT INTO jobs (document, due_at) VALUES (?, ?)');

  return ({ after, limit, correlationId, now }) => {
    const found = all<{ sequence: number; doc_id: string }>(select, after, limit);
    for (const { sequence, doc_id: docId } of found) {
      forget(docId);
      const [row] = all<{ live_version: number | null }>(update, correlationId, now, sequence);
      removal.drop(sequence, { keep: row?.live_version ?? null });
      insertJob.run(sequence, now);
    }
    return { docIds: found.map((row) => row.doc_id), last: found.at(-1)?.sequence };
  };
}
