import type { DocumentStore } from '../../../ports/document-store.ts';
import { type DocumentRow, recordOf } from '../../document-rows/document-row.ts';
import { type Change, lockDocument } from './change.ts';
import type { ReleasedOriginals } from './released-originals.ts';

/** Queues a failed or skipped ingest again. */
export async function retry(
  change: Change,
  docId: string,
  { now, correlationId }: Parameters<DocumentStore['retry']>[1],
  originals: ReleasedOriginals,
): ReturnType<DocumentStore['retry']> {
  const before = await lockDocument(change, docId);
  if (!before) return undefined;
  if (before.status !== 'failed' && before.status !== 'skipped')
    return { record: recordOf(before), queued: false };
  // A URL's content may have changed, so it is downloaded again.
  const [retried] = await change.query<DocumentRow>(
    `UPDATE documents SET
       status = 'queued', stage = NULL, progress = 0, attempts = 0, error_code = NULL, error_message = NULL,
       duplicate_of = NULL, correlation_id = $2, updated_at = $3,
       content_hash = CASE WHEN url IS NULL THEN content_hash END,
       media_type = CASE WHEN url IS NULL THEN media_type END,
       bytes = CASE WHEN url IS NULL THEN bytes END
     WHERE sequence = $1 RETURNING *`,
    [before.sequence, correlationId, now],
  );
  await originals.lost(change, { docId, now }, before.content_hash);
  await change.query('INSERT INTO jobs (document, due_at) VALUES ($1, $2)', [before.sequence, now]);
  change.changed(docId);
  return { record: recordOf(retried!), queued: true };
}
