import type { IndexableChunk } from '../../../ports/chunk.ts';
import type { DocumentRecord, IngestError } from '../../../ports/document.ts';
import type { Original } from '../../../ports/document-intake.ts';
import type { DocumentStore } from '../../../ports/document-store.ts';
import type { IngestJob, JobOutcome, Published } from '../../../ports/ingest-jobs.ts';
import { type DocumentRow, foldCase, recordOf } from '../../document-rows/document-row.ts';
import type { Connection, Queries } from '../connection.ts';
import type { Change } from './change.ts';
import { differenceOf, dropEmbeddings, insertChunks } from './chunk-queries.ts';
import { endJob, extendLease, leased, releaseLease } from './claims.ts';
import { answersFrom, requeueDuplicatesOf } from './duplicates.ts';
import { currentModel } from './embedding-models.ts';
import { claimContent, type ReleasedOriginals } from './released-originals.ts';
import type { VersionRemoval } from './version-removal.ts';

interface Parts {
  readonly removal: VersionRemoval;
  readonly originals: ReleasedOriginals;
}

export async function heartbeat(
  change: Change,
  job: IngestJob,
  { now, leaseMs, stage, progress }: Parameters<DocumentStore['heartbeat']>[1],
): Promise<boolean> {
  const row = await leased(change, job);
  if (!row) return false;
  await extendLease(change, job, now + leaseMs);
  await change.query('UPDATE documents SET stage = $2, progress = $3, updated_at = $4 WHERE sequence = $1', [
    row.sequence,
    stage,
    progress,
    now,
  ]);
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
  await change.query(
    'UPDATE documents SET content_hash = $2, bytes = $3, media_type = $4 WHERE sequence = $1',
    [row.sequence, contentHash, bytes, mediaType],
  );
  change.changed(row.doc_id);
  return true;
}

export async function stageChunks(
  change: Change,
  job: IngestJob,
  chunks: readonly IndexableChunk[],
): Promise<boolean> {
  const slot = (await currentModel(change, { lasting: true }))?.slot ?? 0;
  const row = await leased(change, job);
  if (row) await insertChunks(change, row, { chunks, slot });
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
  if (published.embeddingModelId === null || published.embeddingModelId !== model?.id)
    await dropEmbeddings(change, sequence, version);
  const { chunks, added, removed } = await differenceOf(change, sequence, { from, to: version });
  const { language, pages, embedded, now } = published;
  // Renamed since the job was claimed: the terms are those of the earlier title.
  const renamed = row.given_title !== job.title ? row.given_title : null;
  const title = renamed ?? published.title;
  const analysis = renamed === null ? published.analysis : 0;
  const [done] = await change.query<DocumentRow>(
    `UPDATE documents SET
       status = 'done', stage = NULL, progress = 1, live_version = version, live_hash = content_hash,
       live_media_type = media_type, live_filename = filename, title = $2, folded = $3, language = $4, pages = $5,
       chunks = $6, added = $7, removed = $8, embedded = $9, analysis = $10, updated_at = $11
     WHERE sequence = $1 RETURNING *`,
    [
      ...[sequence, title, foldCase(`${title}\n${docId}`), language, pages],
      ...[chunks, added, removed, embedded, analysis, now],
    ],
  );
  await removal.drop(change, sequence, { keep: version });
  await endJob(change, job.jobId);
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
  const { sequence } = row;
  const { now } = outcome;
  await removal.drop(change, sequence, { keep: row.live_version });
  switch (outcome.status) {
    case 'skipped':
      // The other document may have been deleted or replaced since the lookup.
      if (await answersFrom(change, outcome.duplicateOf, row.content_hash)) {
        await change.query(
          `UPDATE documents SET status = 'skipped', stage = NULL, progress = 1, duplicate_of = $2, updated_at = $3
           WHERE sequence = $1`,
          [sequence, outcome.duplicateOf, now],
        );
        await endJob(change, job.jobId);
      } else {
        await queue(change, sequence, { now });
        await releaseLease(change, job.jobId, now);
      }
      break;
    case 'failed':
      await change.query(
        `UPDATE documents SET status = 'failed', stage = NULL, error_code = $2, error_message = $3, updated_at = $4
         WHERE sequence = $1`,
        [sequence, outcome.error.code, outcome.error.message, now],
      );
      await endJob(change, job.jobId);
      break;
    case 'queued':
      await queue(change, sequence, { now, error: outcome.error });
      await releaseLease(change, job.jobId, outcome.runAfter);
      break;
    case 'released':
      await queue(change, sequence, { now, error: outcome.until?.error });
      await change.query('UPDATE documents SET attempts = attempts - 1 WHERE sequence = $1', [sequence]);
      await releaseLease(change, job.jobId, outcome.until?.runAfter ?? now);
  }
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
    await queue(change, sequence, { now });
    await removal.drop(change, sequence, { keep });
    change.changed(docId);
  }
  // A time after now, at which it was told to wait, can only be that of a clock which was set back since.
  const due = await change.query(
    `UPDATE jobs SET due_at = $1 WHERE due_at > $1 AND lease_token IS NULL
       AND (SELECT updated_at FROM documents WHERE sequence = document) > $1 RETURNING 1`,
    [now],
  );
  await change.query('DELETE FROM deleted_documents WHERE deleted_at < $1', [now - DELETED_KEPT_MS]);
  return { requeued: requeued + due.length };
}

/** How long chunks of a deleted document may still be in the index. */
const DELETED_KEPT_MS = 24 * 60 * 60 * 1000;

async function queue(
  change: Queries,
  sequence: number,
  { now, error }: { now: number; error?: IngestError | undefined },
): Promise<void> {
  await change.query(
    `UPDATE documents SET
       status = 'queued', stage = NULL, progress = 0, error_code = $2, error_message = $3, updated_at = $4
     WHERE sequence = $1`,
    [sequence, error?.code ?? null, error?.message ?? null, now],
  );
}

export async function nextJobDueAt(connection: Connection): Promise<number | undefined> {
  const [row] = await connection.query<{ due_at: number | null }>('SELECT min(due_at) AS due_at FROM jobs');
  return row!.due_at ?? undefined;
}

/** Without those of `requeueLive`. */
export async function countJobs(connection: Connection): Promise<number> {
  const [row] = await connection.query<{ jobs: number }>(
    `SELECT (SELECT count(*) FROM jobs) - (
       SELECT count(*) FROM documents JOIN jobs ON document = sequence WHERE is_forced = 1
     ) AS jobs`,
  );
  return row!.jobs;
}
