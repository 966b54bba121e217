import type { Original } from '../../../ports/document-intake.ts';
import type { IngestJob, IngestJobs, JobOutcome, Published } from '../../../ports/ingest-jobs.ts';
import { type DocumentRow, jobOf, recordOf } from '../../sql/document-row.ts';
import * as sql from '../../sql/document-statements.ts';
import type { Connection } from '../connection.ts';
import type { Chunks } from './chunks.ts';
import type { Embeddings } from './embeddings.ts';
import type { LiveDocuments } from './live-documents.ts';
import type { Records } from './records.ts';
import type { ReleasedOriginals } from './released-originals.ts';
import type { VersionRemoval } from './version-removal.ts';

/** A job is its document's row and a lease; a worker that lost the lease finds no row, and so changes nothing. */
export function createJobs(
  { one, all, run }: Connection,
  parts: {
    records: Records;
    chunks: Chunks;
    embeddings: Embeddings;
    originals: ReleasedOriginals;
    removal: VersionRemoval;
    live: LiveDocuments;
  },
  newToken: () => string,
) {
  const { records, chunks, embeddings, originals, removal, live } = parts;

  /** Runs a change of the row of the job's document. @returns Undefined when the job has lost its lease. */
  function whileLeased<T>(job: IngestJob, change: (row: DocumentRow) => T): T | undefined {
    records.forget(job.docId);
    const row = one<DocumentRow>(
      `SELECT d.* FROM jobs j JOIN documents d ON d.sequence = j.document
       WHERE j.job_id = $1 AND j.lease_token = $2`,
      ...[job.jobId, job.leaseToken],
    );
    return row && change(row);
  }

  function lease(jobId: number, token: string, until: number): void {
    run('UPDATE jobs SET lease_token = $1, due_at = $2 WHERE job_id = $3', token, until, jobId);
  }

  return {
    claim({ now, leaseMs }: { now: number; leaseMs: number }): IngestJob | undefined {
      for (;;) {
        // Leaves out versions of which an earlier attempt is still being removed.
        const due = one<{ job_id: number; document: number; version: number; live_version: number | null }>(
          `SELECT job_id, document, version, live_version FROM jobs JOIN documents ON sequence = document
           WHERE due_at <= $1 AND (document, version) NOT IN dropped_versions ORDER BY due_at, job_id LIMIT 1`,
          now,
        );
        if (!due) return undefined;
        // Staged by an earlier attempt: the version is written again, once that is removed.
        removal.drop(due.document, { keep: due.live_version });
        if (removal.isRemoving(due.document, due.version)) continue;
        const leaseToken = newToken();
        lease(due.job_id, leaseToken, now + leaseMs);
        const row = one<DocumentRow>(sql.BEGIN_ATTEMPT, due.document, now)!;
        records.forget(row.doc_id);
        return jobOf(row, { jobId: due.job_id, leaseToken });
      }
    },

    nextDueAt: () => one<{ due_at: number | null }>(sql.SELECT_NEXT_DUE)?.due_at ?? undefined,

    count: () =>
      one<{ jobs: number }>(
        `SELECT (SELECT COUNT(*) FROM jobs) - (
           SELECT COUNT(*) FROM documents CROSS JOIN jobs ON document = sequence WHERE is_forced = 1
         ) AS jobs`,
      )!.jobs,

    heartbeat: (job: IngestJob, renewal: Parameters<IngestJobs['heartbeat']>[1]): boolean =>
      whileLeased(job, ({ sequence }) => {
        lease(job.jobId, job.leaseToken, renewal.now + renewal.leaseMs);
        run(sql.SET_PROGRESS, sequence, renewal.stage, renewal.progress, renewal.now);
        return true;
      }) ?? false,

    recordOriginal(job: IngestJob, { contentHash, bytes, mediaType }: Original): boolean {
      const isOurs = whileLeased(job, ({ sequence }) => {
        run(sql.SET_ORIGINAL, sequence, contentHash, bytes, mediaType);
        return true;
      });
      if (!isOurs) originals.unclaimed(contentHash);
      return isOurs ?? false;
    },

    stage: (job: IngestJob, staged: Parameters<IngestJobs['stageChunks']>[1]): boolean =>
      whileLeased(job, ({ sequence, version }) => {
        chunks.stage(sequence, version, staged);
        return true;
      }) ?? false,

    stageText: (job: IngestJob, piece: { start: number; text: string }): boolean =>
      whileLeased(job, ({ sequence, version }) => {
        chunks.stageText(sequence, version, piece);
        return true;
      }) ?? false,

    publish: (job: IngestJob, published: Published) =>
      live.following(job.docId, () =>
        whileLeased(job, (row) => {
          const { sequence, doc_id: docId, version, live_version: from } = row;
          const { embeddingModelId, now } = published;
          if (embeddingModelId === null || embeddingModelId !== embeddings.current()?.id)
            chunks.dropEmbeddings(sequence, version);
          const changes = chunks.difference(sequence, { from, to: version });
          const done = one<DocumentRow>(sql.PUBLISH, ...sql.publishedValues(row, job, published, changes))!;
          removal.drop(sequence, { keep: version });
          run(sql.END_JOB, job.jobId);
          originals.lost({ docId, now }, row.live_hash);
          records.requeueDuplicatesOf(docId, now);
          return recordOf(done);
        }),
      ),

    finish: (job: IngestJob, outcome: JobOutcome): boolean =>
      whileLeased(job, (row) => {
        removal.drop(row.sequence, { keep: row.live_version });
        // The other document may have been deleted or replaced since the lookup.
        const isDuplicate =
          outcome.status === 'skipped' &&
          one(
            'SELECT 1 FROM documents WHERE doc_id = $1 AND live_hash = $2',
            ...[outcome.duplicateOf, row.content_hash],
          ) !== undefined;
        const { values, dueAt } = sql.endedRowOf(row.sequence, outcome, isDuplicate);
        run(sql.SET_ENDED, ...values);
        if (dueAt === undefined) run(sql.END_JOB, job.jobId);
        else run(sql.RELEASE_LEASE, job.jobId, dueAt);
        return true;
      }) ?? false,

    recover(now: number): { requeued: number } {
      const ended = all<{ job_id: number; sequence: number; live_version: number | null }>(
        `SELECT j.job_id, d.sequence, d.live_version FROM jobs j JOIN documents d ON d.sequence = j.document
         WHERE j.due_at <= $1 AND j.lease_token IS NOT NULL`,
        now,
      );
      for (const { job_id: jobId, sequence, live_version: keep } of ended) {
        run(sql.RELEASE_LEASE, jobId, now);
        run(sql.SET_ENDED, ...sql.requeuedValues(sequence, now));
        removal.drop(sequence, { keep });
      }
      if (ended.length > 0) records.forget();
      return { requeued: ended.length + all(sql.SET_DUE, now).length };
    },

    /** Only the process that took a lease knows it: all have ended when a new one opens the store. */
    endAllLeases: () => void run('UPDATE jobs SET due_at = 0 WHERE lease_token IS NOT NULL'),
  };
}
