import type { DocumentStore } from '../../../ports/document-store.ts';
import type { Change } from './change.ts';
import type { VersionRemoval } from './version-removal.ts';

/** Gives published documents a new version of the same original, with a job that must not skip it. */
export async function requeueLive(
  change: Change,
  { after, limit, correlationId, now }: Parameters<DocumentStore['requeueLive']>[0],
  removal: VersionRemoval,
): Promise<{ docIds: string[]; last: number | undefined }> {
  const page = await change.query<{ sequence: number }>(
    `SELECT sequence FROM documents WHERE sequence > $1 AND ${IS_SETTLED} ORDER BY sequence LIMIT $2`,
    [after, limit],
  );
  const requeued = await change.query<{ sequence: number; doc_id: string; live_version: number | null }>(
    `UPDATE documents SET
       status = 'queued', stage = NULL, progress = 0, version = version + 1, added = 0, removed = 0, embedded = 0,
       attempts = 0, duplicate_of = NULL, is_forced = 1, correlation_id = $2, updated_at = $3
     WHERE sequence = ANY($1::bigint[]) AND ${IS_SETTLED} RETURNING sequence, doc_id, live_version`,
    [page.map(({ sequence }) => sequence), correlationId, now],
  );
  for (const { sequence, doc_id, live_version } of requeued) {
    await removal.drop(change, sequence, { keep: live_version });
    change.changed(doc_id);
  }
  await change.query('INSERT INTO jobs (document, due_at) SELECT unnest($1::bigint[]), $2', [
    requeued.map(({ sequence }) => sequence),
    now,
  ]);
  return { docIds: requeued.map((row) => row.doc_id), last: page.at(-1)?.sequence };
}

/** With any other status something is queued, or has failed for other content, which a requeue would lose. */
const IS_SETTLED = `live_hash IS NOT NULL AND content_hash = live_hash AND status IN ('done', 'skipped')`;
