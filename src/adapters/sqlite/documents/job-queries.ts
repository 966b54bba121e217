import type { IngestStage } from '../../../ports/document.ts';
import type { IngestJob, JobOutcome, Original, Published } from '../../../ports/document-store.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';
import type { ChunkQueries } from './chunk-queries.ts';
import type { DocumentQueries } from './document-queries.ts';
import { type DocumentRow, foldCase, jobOf, recordOf } from './document-row.ts';
import type { EmbeddingModelQueries } from './embedding-model-queries.ts';
import type { OrphanedHashes } from './orphaned-hashes.ts';
import type { TextQueries } from './text-queries.ts';
import type { VersionRemoval } from './version-removal.ts';

interface Beat {
  readonly now: number;
  readonly leaseMs: number;
  readonly stage: IngestStage;
  readonly progress: number;
}

/** A job is its document's row and a lease; a worker that lost the lease finds no row, and so changes nothing. */
export function createJobQueries(
  connection: Connection,
  queries: {
    chunks: ChunkQueries;
    texts: TextQueries;
    documents: DocumentQueries;
    models: EmbeddingModelQueries;
    orphans: OrphanedHashes;
    removal: VersionRemoval;
  },
  newToken: () => string,
) {
  const { chunks, texts, documents, models, orphans, removal } = queries;
  const selectDue = connection.prepare(
    'SELECT job_id, document FROM jobs WHERE due_at <= ? ORDER BY due_at, job_id LIMIT 1',
  );
  const lease = connection.prepare('UPDATE jobs SET lease_token = ?, due_at = ? WHERE job_id = ?');
  const release = connection.prepare('UPDATE jobs SET lease_token = NULL, due_at = ? WHERE job_id = ?');
  const end = connection.prepare('DELETE FROM jobs WHERE job_id = ?');
  const selectLeased = connection.prepare(
    `SELECT d.* FROM jobs j JOIN documents d ON d.sequence = j.document WHERE j.job_id = ? AND j.lease_token = ?`,
  );
  const selectEnded = connection.prepare(
    `SELECT j.job_id, d.sequence, d.live_version FROM jobs j JOIN documents d ON d.sequence = j.document
     WHERE j.due_at <= ? AND j.lease_token IS NOT NULL`,
  );
  // A time after now, at which it was told to wait, can only be that of a clock which was set back since.
  const setDue = connection.prepare(
    `UPDATE jobs SET due_at = ?1 WHERE due_at > ?1 AND lease_token IS NULL
       AND (SELECT updated_at FROM documents WHERE sequence = document) > ?1`,
  );
  const endAllLeases = connection.prepare('UPDATE jobs SET due_at = 0 WHERE lease_token IS NOT NULL');
  const selectNextDue = connection.prepare('SELECT MIN(due_at) AS due_at FROM jobs');
  const count = connection.prepare(
    `SELECT (SELECT COUNT(*) FROM jobs) - (
       SELECT COUNT(*) FROM documents CROSS JOIN jobs ON document = sequence WHERE is_forced = 1
     ) AS jobs`,
  );
  const begin = connection.prepare(
    `UPDATE documents SET
       status = 'processing', progress = 0, attempts = attempts + 1, error_code = NULL, error_message = NULL,
       stage = CASE WHEN content_hash IS NULL THEN 'downloading' ELSE 'parsing' END, updated_at = ?
     WHERE sequence = ? RETURNING *`,
  );
  const progress = connection.prepare(
    'UPDATE documents SET stage = ?, progress = ?, updated_at = ? WHERE sequence = ?',
  );
  const setOriginal = connection.prepare(
    'UPDATE documents SET content_hash = ?, bytes = ?, media_type = ? WHERE sequence = ?',
  );
  const setPublished = connection.prepare(
    `UPDATE documents SET
       status = 'done', stage = NULL, progress = 1, live_version = version, live_hash = content_hash,
       live_media_type = media_type, live_filename = filename, title = ?, folded = ?, language = ?, pages = ?,
       chunks = ?, added = ?, removed = ?, embedded = ?, analysis = ?, updated_at = ?
     WHERE sequence = ? RETURNING *`,
  );
  const setSkipped = connection.prepare(
    `UPDATE documents SET status = 'skipped', stage = NULL, progress = 1, duplicate_of = ?, updated_at = ?
     WHERE sequence = ?`,
  );
  const setFailed = connection.prepare(
    `UPDATE documents SET status = 'failed', stage = NULL, error_code = ?, error_message = ?, updated_at = ?
     WHERE sequence = ?`,
  );
  const setQueued = connection.prepare(
    `UPDATE documents SET
       status = 'queued', stage = NULL, progress = 0, error_code = ?, error_message = ?, updated_at = ?
     WHERE sequence = ?`,
  );
  const uncount = connection.prepare('UPDATE documents SET attempts = attempts - 1 WHERE sequence = ?');
  const answersFrom = connection.prepare('SELECT 1 FROM documents WHERE doc_id = ? AND live_hash = ?');

  /** For use in a write. */
  function leased(job: IngestJob): DocumentRow | undefined {
    documents.forget(job.docId);
    return one<DocumentRow>(selectLeased, job.jobId, job.leaseToken);
  }

  return {
    claim({ now, leaseMs }: { now: number; leaseMs: number }): IngestJob | undefined {
      const due = one<{ job_id: number; document: number }>(selectDue, now);
      if (!due) return undefined;
      const leaseToken = newToken();
      lease.run(leaseToken, now + leaseMs, due.job_id);
      const row = one<DocumentRow>(begin, now, due.document)!;
      documents.forget(row.doc_id);
      // Staged by an earlier attempt: the version is written again.
      if (row.version !== row.live_version) removal.removeAll(row.sequence, row.version);
      removal.drop(row.sequence, { keep: row.live_version });
      return jobOf(row, { jobId: due.job_id, leaseToken });
    },

    nextDueAt: () => one<{ due_at: number | null }>(selectNextDue)?.due_at ?? undefined,

    count: () => one<{ jobs: number }>(count)!.jobs,

    heartbeat(job: IngestJob, beat: Beat): boolean {
      const row = leased(job);
      if (!row) return false;
      lease.run(job.leaseToken, beat.now + beat.leaseMs, job.jobId);
      progress.run(beat.stage, beat.progress, beat.now, row.sequence);
      return true;
    },

    recordOriginal(job: IngestJob, { contentHash, bytes, mediaType }: Original): boolean {
      const row = leased(job);
      if (row) setOriginal.run(contentHash, bytes, mediaType, row.sequence);
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
      const { title, language, pages, embedded, analysis, now } = published;
      const folded = foldCase(`${title}\n${row.doc_id}`);
      const done = one<DocumentRow>(
        setPublished,
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
      end.run(job.jobId);
      orphans.lost(row.live_hash);
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
          if (answersFrom.get(outcome.duplicateOf, row.content_hash)) {
            setSkipped.run(outcome.duplicateOf, now, row.sequence);
            end.run(job.jobId);
          } else {
            setQueued.run(null, null, now, row.sequence);
            release.run(now, job.jobId);
          }
          break;
        case 'failed':
          setFailed.run(outcome.error.code, outcome.error.message, now, row.sequence);
          end.run(job.jobId);
          break;
        case 'queued':
          setQueued.run(outcome.error.code, outcome.error.message, now, row.sequence);
          release.run(outcome.runAfter, job.jobId);
          break;
        case 'released':
          setQueued.run(
            outcome.until?.error.code ?? null,
            outcome.until?.error.message ?? null,
            now,
            row.sequence,
          );
          uncount.run(row.sequence);
          release.run(outcome.until?.runAfter ?? now, job.jobId);
      }
      return true;
    },

    recover(now: number): { requeued: number } {
      const ended = all<{ job_id: number; sequence: number; live_version: number | null }>(selectEnded, now);
      for (const { job_id: jobId, sequence, live_version: keep } of ended) {
        release.run(now, jobId);
        setQueued.run(null, null, now, sequence);
        removal.drop(sequence, { keep });
      }
      if (ended.length > 0) documents.forget();
      return { requeued: ended.length + Number(setDue.run(now).changes) };
    },

    /** Only the process that took a lease knows it: all have ended when a new one opens the store. */
    endAllLeases: () => void endAllLeases.run(),
  };
}
