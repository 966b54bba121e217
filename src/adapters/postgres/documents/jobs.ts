import type { DocumentRecord } from '../../../ports/document.ts';
import type { Original } from '../../../ports/document-intake.ts';
import type { IngestJob, IngestJobs, JobOutcome, Published } from '../../../ports/ingest-jobs.ts';
import { type DocumentRow, jobOf, recordOf } from '../../sql/document-row.ts';
import * as sql from '../../sql/document-statements.ts';
import type { Queries } from '../connection.ts';
import { type Change, lockDocument } from './change.ts';
import { differenceOf, dropEmbeddings, insertChunks, insertText } from './chunks.ts';
import { currentModel } from './embeddings.ts';
import { requeueDuplicatesOf } from './records.ts';
import { claimContent, type ReleasedOriginals } from './released-originals.ts';
import { isBeingRemoved, type VersionRemoval } from './version-removal.ts';

interface Parts {
  readonly removal: VersionRemoval;
  readonly originals: ReleasedOriginals;
}

/** How long chunks of a deleted document may still be in the index. */
const DELETED_STORED_MS = 24 * 60 * 60 * 1000;

/** Leases the oldest due job that no other worker is leasing at this moment. */
export async function claim(
  change: Change,
  { now, leaseMs }: Parameters<IngestJobs['claimJob']>[0],
  { removal, newToken }: { removal: VersionRemoval; newToken: () => string },
): Promise<IngestJob | undefined> {
  for (;;) {
    const [due] = await change.query<{ sequence: number; job_id: number }>(SELECT_DUE, [now]);
    if (!due) return undefined;
    const { sequence, job_id: jobId } = due;
    const leaseToken = newToken();
    // It was due when the search began; another worker may have leased it before its document was locked.
    const taken = await change.query(
      'UPDATE jobs SET lease_token = $2, due_at = $3 WHERE job_id = $1 AND due_at <= $4 RETURNING 1',
      [jobId, leaseToken, now + leaseMs, now],
    );
    if (taken.length === 0) continue;
    const [row] = await change.query<DocumentRow>(sql.BEGIN_ATTEMPT, [sequence, now]);
    // Staged by an earlier attempt: the version is written again, once that is removed.
    await removal.drop(change, sequence, { keep: row!.live_version });
    if (await isBeingRemoved(change, sequence, row!.version)) {
      await change.query(sql.RELEASE_LEASE, [jobId, now]);
      await change.query(sql.SET_ENDED, sql.requeuedValues(sequence, row!.updated_at, undefined, 1));
      continue;
    }
    change.changed(row!.doc_id);
    return jobOf(row!, { jobId, leaseToken });
  }
}

/** Leaves out versions of which an earlier attempt is still being removed. */
const SELECT_DUE = `
  SELECT d.sequence, j.job_id FROM jobs j JOIN documents d ON d.sequence = j.document
  WHERE j.due_at <= $1 AND NOT EXISTS (
    SELECT 1 FROM dropped_versions x WHERE x.document = d.sequence AND x.version = d.version
  )
  ORDER BY j.due_at, j.job_id LIMIT 1 FOR NO KEY UPDATE OF d SKIP LOCKED`;

/** The row of the job's document, locked, while the job holds its lease. */
async function leased(change: Queries, job: IngestJob): Promise<DocumentRow | undefined> {
  const row = await lockDocument(change, job.docId);
  if (!row) return undefined;
  const held = await change.query('SELECT 1 FROM jobs WHERE job_id = $1 AND lease_token = $2', [
    ...[job.jobId, job.leaseToken],
  ]);
  return held.length > 0 ? row : undefined;
}

export async function heartbeat(
  change: Change,
  job: IngestJob,
  { now, leaseMs, stage, progress }: Parameters<IngestJobs['heartbeat']>[1],
): Promise<boolean> {
  const row = await leased(change, job);
  if (!row) return false;
  await change.query('UPDATE jobs SET due_at = $2 WHERE job_id = $1', [job.jobId, now + leaseMs]);
  await change.query(sql.SET_PROGRESS, [row.sequence, stage, progress, now]);
  change.changed(row.doc_id);
  return true;
}

export async function recordOriginal(
  change: Change,
  job: IngestJob,
  { contentHash, bytes, mediaType }: Original,
): Promise<boolean> {
  await claimContent(change, contentHash);
  const row = await leased(change, job);
  if (!row) return false;
  await change.query(sql.SET_ORIGINAL, [row.sequence, contentHash, bytes, mediaType]);
  change.changed(row.doc_id);
  return true;
}

export async function stageChunks(
  change: Queries,
  job: IngestJob,
  chunks: Parameters<IngestJobs['stageChunks']>[1],
): Promise<boolean> {
  const slot = (await currentModel(change, { lasting: true }))?.slot ?? 0;
  const row = await leased(change, job);
  if (row) await insertChunks(change, row, { chunks, slot });
  return row !== undefined;
}

export async function stageText(
  change: Queries,
  job: IngestJob,
  piece: { start: number; text: string },
): Promise<boolean> {
  const row = await leased(change, job);
  if (row) await insertText(change, row, piece);
  return row !== undefined;
}

export async function publish(
  change: Change,
  job: IngestJob,
  published: Published,
  { removal, originals }: Parts,
): Promise<DocumentRecord | undefined> {
  const model = await currentModel(change, { lasting: true });
  const row = await leased(change, job);
  if (!row) return undefined;
  const { sequence, doc_id: docId, version, live_version: from } = row;
  const { embeddingModelId, now } = published;
  if (embeddingModelId === null || embeddingModelId !== model?.id)
    await dropEmbeddings(change, sequence, version);
  const changes = await differenceOf(change, sequence, { from, to: version });
  const values = sql.publishedValues(row, job, published, changes);
  const [done] = await change.query<DocumentRow>(sql.PUBLISH, values);
  await removal.drop(change, sequence, { keep: version });
  await change.query(sql.END_JOB, [job.jobId]);
  await originals.lost(change, { docId, now }, row.live_hash);
  await requeueDuplicatesOf(change, docId, now);
  change.changed(docId);
  return recordOf(done!);
}

export async function finish(
  change: Change,
  job: IngestJob,
  outcome: JobOutcome,
  { removal }: Parts,
): Promise<boolean> {
  const row = await leased(change, job);
  if (!row) return false;
  await removal.drop(change, row.sequence, { keep: row.live_version });
  // The other document may have been deleted or replaced since the lookup; it answers until the transaction ends.
  const isDuplicate =
    outcome.status === 'skipped' &&
    (
      await change.query('SELECT 1 FROM documents WHERE doc_id = $1 AND live_hash = $2 FOR SHARE', [
        ...[outcome.duplicateOf, row.content_hash],
      ])
    ).length > 0;
  const { values, dueAt } = sql.endedRowOf(row.sequence, outcome, isDuplicate);
  await change.query(sql.SET_ENDED, values);
  if (dueAt === undefined) await change.query(sql.END_JOB, [job.jobId]);
  else await change.query(sql.RELEASE_LEASE, [job.jobId, dueAt]);
  change.changed(row.doc_id);
  return true;
}

/** Requeues jobs whose lease has ended, and those that were to wait by a clock that was set back since. */
export async function recover(
  change: Change,
  now: number,
  { removal }: Parts,
): Promise<{ requeued: number }> {
  // Who has locked a document is at work on it.
  const ended = await change.query<DocumentRow>(
    `SELECT d.* FROM jobs j JOIN documents d ON d.sequence = j.document
     WHERE j.due_at <= $1 AND j.lease_token IS NOT NULL ORDER BY d.sequence FOR NO KEY UPDATE OF d SKIP LOCKED`,
    [now],
  );
  let requeued = 0;
  for (const { sequence, doc_id: docId, live_version: keep } of ended) {
    const released = await change.query(
      `UPDATE jobs SET lease_token = NULL, due_at = $2
       WHERE document = $1 AND due_at <= $2 AND lease_token IS NOT NULL RETURNING 1`,
      [sequence, now],
    );
    if (released.length === 0) continue;
    requeued += 1;
    await change.query(sql.SET_ENDED, sql.requeuedValues(sequence, now));
    await removal.drop(change, sequence, { keep });
    change.changed(docId);
  }
  const due = await change.query(sql.SET_DUE, [now]);
  await change.query('DELETE FROM deleted_documents WHERE deleted_at < $1', [now - DELETED_STORED_MS]);
  return { requeued: requeued + due.length };
}

export async function nextJobDueAt({ query }: Queries): Promise<number | undefined> {
  return (await query<{ due_at: number | null }>(sql.SELECT_NEXT_DUE))[0]!.due_at ?? undefined;
}

/** Without those of `requeueLive`. */
export async function countJobs({ query }: Queries): Promise<number> {
  const [row] = await query<{ jobs: number }>(
    `SELECT (SELECT count(*) FROM jobs) - (
       SELECT count(*) FROM documents JOIN jobs ON document = sequence WHERE is_forced = 1
     ) AS jobs`,
  );
  return row!.jobs;
}
