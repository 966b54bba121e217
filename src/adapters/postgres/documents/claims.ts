import type { DocumentStore } from '../../../ports/document-store.ts';
import type { IngestJob } from '../../../ports/ingest-jobs.ts';
import { type DocumentRow, jobOf } from '../../document-rows/document-row.ts';
import type { Queries } from '../connection.ts';
import { type Change, lockDocument } from './change.ts';
import { isBeingRemoved, type VersionRemoval } from './version-removal.ts';

/** Leases the oldest due job that no other worker is leasing at this moment. */
export async function claim(
  change: Change,
  { now, leaseMs }: Parameters<DocumentStore['claimJob']>[0],
  { removal, newToken }: { removal: VersionRemoval; newToken: () => string },
): Promise<IngestJob | undefined> {
  for (;;) {
    const [due] = await change.query<{ sequence: number; job_id: number }>(SELECT_DUE, [now]);
    if (!due) return undefined;
    const leaseToken = newToken();
    // It was due when the search began; another worker may have leased it before its document was locked.
    const leased = await change.query(
      'UPDATE jobs SET lease_token = $2, due_at = $3 WHERE job_id = $1 AND due_at <= $4 RETURNING 1',
      [due.job_id, leaseToken, now + leaseMs, now],
    );
    if (leased.length === 0) continue;
    const [row] = await change.query<DocumentRow>(
      `UPDATE documents SET
         status = 'processing', progress = 0, attempts = attempts + 1, error_code = NULL, error_message = NULL,
         stage = CASE WHEN content_hash IS NULL THEN 'downloading' ELSE 'parsing' END, updated_at = $2
       WHERE sequence = $1 RETURNING *`,
      [due.sequence, now],
    );
    // Staged by an earlier attempt: the version is written again, once that is removed.
    await removal.drop(change, due.sequence, { keep: row!.live_version });
    if (await isBeingRemoved(change, due.sequence, row!.version)) {
      await putBack(change, due, now);
      continue;
    }
    change.changed(row!.doc_id);
    return jobOf(row!, { jobId: due.job_id, leaseToken });
  }
}

/** The row of the job's document, locked, while the job holds its lease. */
export async function leased(change: Change, job: IngestJob): Promise<DocumentRow | undefined> {
  const row = await lockDocument(change, job.docId);
  if (!row) return undefined;
  const held = await change.query('SELECT 1 FROM jobs WHERE job_id = $1 AND lease_token = $2', [
    job.jobId,
    job.leaseToken,
  ]);
  return held.length > 0 ? row : undefined;
}

export async function extendLease(change: Queries, job: IngestJob, until: number): Promise<void> {
  await change.query('UPDATE jobs SET due_at = $2 WHERE job_id = $1', [job.jobId, until]);
}

/** The job waits until it is due. */
export async function releaseLease(change: Queries, jobId: number, dueAt: number): Promise<void> {
  await change.query('UPDATE jobs SET lease_token = NULL, due_at = $2 WHERE job_id = $1', [jobId, dueAt]);
}

export async function endJob(change: Queries, jobId: number): Promise<void> {
  await change.query('DELETE FROM jobs WHERE job_id = $1', [jobId]);
}

/** Until the removal of what an earlier attempt staged is done, `SELECT_DUE` leaves the job out. */
async function putBack(
  change: Queries,
  { sequence, job_id: jobId }: { sequence: number; job_id: number },
  now: number,
): Promise<void> {
  await releaseLease(change, jobId, now);
  await change.query(
    `UPDATE documents SET status = 'queued', stage = NULL, attempts = attempts - 1 WHERE sequence = $1`,
    [sequence],
  );
}

const SELECT_DUE = `
  SELECT d.sequence, j.job_id FROM jobs j JOIN documents d ON d.sequence = j.document
  WHERE j.due_at <= $1 AND NOT EXISTS (
    SELECT 1 FROM dropped_versions x WHERE x.document = d.sequence AND x.version = d.version
  )
  ORDER BY j.due_at, j.job_id LIMIT 1 FOR NO KEY UPDATE OF d SKIP LOCKED`;
