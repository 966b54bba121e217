import type { Queries } from '../connection.ts';
import type { Change } from './change.ts';

/** Queues documents again that were skipped as duplicates of content that `docId` no longer publishes. */
export async function requeueDuplicatesOf(change: Change, docId: string, now: number): Promise<void> {
  const queued = await change.query<{ doc_id: string }>(
    `WITH queued AS (
       UPDATE documents SET status = 'queued', progress = 0, attempts = 0, duplicate_of = NULL, updated_at = $1
       WHERE duplicate_of = $2 AND status = 'skipped'
         AND content_hash IS DISTINCT FROM (SELECT live_hash FROM documents WHERE doc_id = $2)
       RETURNING sequence, doc_id
     ), jobs AS (
       INSERT INTO jobs (document, due_at) SELECT sequence, $1 FROM queued ORDER BY sequence
     )
     SELECT doc_id FROM queued`,
    [now, docId],
  );
  for (const { doc_id } of queued) change.changed(doc_id);
}

/** Whether `docId` answers from this content; it goes on doing so until the transaction ends. */
export async function answersFrom(
  change: Queries,
  docId: string,
  contentHash: string | null,
): Promise<boolean> {
  const found = await change.query('SELECT 1 FROM documents WHERE doc_id = $1 AND live_hash = $2 FOR SHARE', [
    docId,
    contentHash,
  ]);
  return found.length > 0;
}
