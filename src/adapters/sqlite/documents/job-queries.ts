import type { IngestStage } from '../../../ports/document.ts';
import type { Original } from '../../../ports/document-intake.ts';
import type { IngestJob, JobOutcome, Published } from '../../../ports/ingest-jobs.ts';
import { type DocumentRow, foldCase, jobOf, recordOf } from '../../document-rows/document-row.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';
import type { ChunkQueries } from './chunk-queries.ts';
import type { DocumentQueries } from './document-queries.ts';
import type { EmbeddingModelQueries } from './embedding-model-queries.ts';
import { prepareJobStatements } from './job-statements.ts';
import type { ReleasedOriginals } from './released-originals.ts';
import type { TextQueries } from './text-queries.ts';
import type { VersionRemoval } from './version-removal.ts';

interface Beat {
  readonly now: number;
  readonly leaseMs: number;
  readonly stage: IngestStage;
  readonly progress: number;
}

interface DueJob {
  readonly job_id: number;
  readonly document: number;
  readonly version: number;
  readonly live_version: number | null;
}

/** A job is its document's row and a lease; a worker that lost the lease finds no row, and so changes nothing. */
export function createJobQueries(
  connection: Connection,
  queries: {
    chunks: ChunkQueries;
    texts: TextQueries;
    documents: DocumentQueries;
    models: EmbeddingModelQueries;
    originals: ReleasedOriginals;
    removal: VersionRemoval;
  },
  newToken: () => string,
) {
  const { chunks, texts, documents, models, originals, removal } = queries;
  const sql = prepareJobStatements(connection);

  /** For use in a write. */
  function leased(job: IngestJob): DocumentRow | undefined {
    documents.forget(job.docId);
    return one<DocumentRow>(sql.selectLeased, job.jobId, job.leaseToken);
  }

  return {
    claim({ now, leaseMs }: { now: number; leaseMs: number }): IngestJob | undefined {
      for (;;) {
        const due = one<DueJob>(sql.selectDue, now);
        if (!due) return undefined;
        // Staged by an earlier attempt: the version is written again, once that is removed.
        removal.drop(due.document, { keep: due.live_version });
        if (removal.isRemoving(due.document, due.version)) continue;
        const leaseToken = newToken();
        sql.lease.run(leaseToken, now + leaseMs, due.job_id);
        const row = one<DocumentRow>(sql.begin, now, due.document)!;
        documents.forget(row.doc_id);
        return jobOf(row, { jobId: due.job_id, leaseToken });
      }
    },

    nextDueAt: () => one<{ due_at: number | null }>(sql.selectNextDue)?.due_at ?? undefined,

    count: () => one<{ jobs: number }>(sql.count)!.jobs,

    heartbeat(job: IngestJob, beat: Beat): boolean {
      const row = leased(job);
      if (!row) return false;
      sql.lease.run(job.leaseToken, beat.now + beat.leaseMs, job.jobId);
      sql.progress.run(beat.stage, beat.progress, beat.now, row.sequence);
      return true;
    },

    recordOriginal(job: IngestJob, { contentHash, bytes, mediaType }: Original): boolean {
      const row = leased(job);
      if (row) sql.setOriginal.run(contentHash, bytes, mediaType, row.sequence);
      else originals.unclaimed(contentHash);
      return row !== undefined;
    },

    stage(job: IngestJob, staged: Parameters<ChunkQueries['stage']>[2]): boolean {
      const row = leased(job);
      if (row) chunks.stage(row.sequence, row.version, staged);
      return row !== undefined;
    },

    stageText(job: IngestJob, piece: { start: number; text: string }): boolean {
      const row = leased(job);
      if (row) texts.stage(row.sequence, row.version, piece);
      return row !== undefined;
    },

    publish(job: IngestJob, published: Published) {
      const row = leased(job);
      if (!row) return undefined;
      const { sequence, version, live_version: from } = row;
      if (published.embeddingModelId === null || published.embeddingModelId !== models.current()?.id) {
        chunks.dropEmbeddings(sequence, version);
      }
      const { chunks: total, added, removed } = chunks.difference(sequence, { from, to: version });
      const { language, pages, embedded, now } = published;
      // Renamed since the job was claimed: the terms are those of the earlier title.
      const isRenamed = row.given_title !== job.title && row.given_title !== null;
      const title = isRenamed ? row.given_title : published.title;
      const analysis = isRenamed ? 0 : published.analysis;
      const folded = foldCase(`${title}\n${row.doc_id}`);
      const done = one<DocumentRow>(
        sql.setPublished,
        title,
        folded,
        language,
        pages,
        total,
        added,
        removed,
        embedded,
        analysis,
        now,
        sequence,
      )!;
      removal.drop(sequence, { keep: version });
      sql.end.run(job.jobId);
      originals.lost({ docId: row.doc_id, now }, row.live_hash);
      documents.requeueDuplicatesOf(row.doc_id, now);
      return recordOf(done);
    },

    finish(job: IngestJob, outcome: JobOutcome): boolean {
      const row = leased(job);
      if (!row) return false;
      const { now } = outcome;
      removal.drop(row.sequence, { keep: row.live_version });
      switch (outcome.status) {
        case 'skipped':
          // The other document may have been deleted or replaced since the lookup.
          if (sql.answersFrom.get(outcome.duplicateOf, row.content_hash)) {
            sql.setSkipped.run(outcome.duplicateOf, now, row.sequence);
            sql.end.run(job.jobId);
          } else {
            sql.setQueued.run(null, null, now, row.sequence);
            sql.release.run(now, job.jobId);
          }
          break;
        case 'failed':
          sql.setFailed.run(outcome.error.code, outcome.error.message, now, row.sequence);
          sql.end.run(job.jobId);
          break;
        case 'queued':
          sql.setQueued.run(outcome.error.code, outcome.error.message, now, row.sequence);
          sql.release.run(outcome.runAfter, job.jobId);
          break;
        case 'released':
          sql.setQueued.run(
            outcome.until?.error.code ?? null,
            outcome.until?.error.message ?? null,
            now,
            row.sequence,
          );
          sql.uncount.run(row.sequence);
          sql.release.run(outcome.until?.runAfter ?? now, job.jobId);
      }
      return true;
    },

    recover(now: number): { requeued: number } {
      const ended = all<{ job_id: number; sequence: number; live_version: number | null }>(
        sql.selectEnded,
        now,
      );
      for (const { job_id: jobId, sequence, live_version: keep } of ended) {
        sql.release.run(now, jobId);
        sql.setQueued.run(null, null, now, sequence);
        removal.drop(sequence, { keep });
      }
      if (ended.length > 0) documents.forget();
      return { requeued: ended.length + Number(sql.setDue.run(now).changes) };
    },

    /** Only the process that took a lease knows it: all have ended when a new one opens the store. */
    endAllLeases: () => void sql.endAllLeases.run(),
  };
}
