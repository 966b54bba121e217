import type { DocumentRecord } from '../../ports/document.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { IngestJob, Published } from '../../ports/ingest-jobs.ts';
import type { Change, DocumentDatabase, VersionOf } from './document-driver.ts';
import type { DocumentRecords } from './document-records.ts';
import { type DocumentRow, jobOf, recordOf } from './document-row.ts';
import * as sql from './document-statements.ts';
import type { ReleasedOriginals } from './released-originals.ts';
import { type createStoredChunks, currentModel } from './stored-chunks.ts';
import type { createVersionRemoval } from './version-removal.ts';
import { firstOf, rowsOf, totalOf, type Work } from './work.ts';

/** A job is its document's row and a lease; a worker that lost the lease finds no row, and so changes nothing. */
export function createDocumentJobs(
  { driver, read, write }: DocumentDatabase,
  parts: {
    records: DocumentRecords;
    originals: ReleasedOriginals;
    chunks: ReturnType<typeof createStoredChunks>;
    removal: ReturnType<typeof createVersionRemoval>;
    newToken: () => string;
  },
) {
  const { records, originals, chunks, removal, newToken } = parts;
  const { lock } = driver.dialect;
  const { deleteEmbeddings } = driver.dialect.chunks;
  /** It stays so until the change ends. */
  const modelInUse = () => currentModel(lock('FOR SHARE'));

  /** The row of the job's document, locked, while the job holds its lease. */
  function* leased(job: IngestJob): Work<DocumentRow | undefined> {
    const row = yield* records.locked(job.docId);
    if (!row) return undefined;
    const values = [job.jobId, job.leaseToken];
    const held = yield* firstOf('SELECT 1 FROM jobs WHERE job_id = $1 AND lease_token = $2', values);
    return held ? row : undefined;
  }

  function* isBeingRemoved(document: number, version: number): Work<boolean> {
    const select = 'SELECT 1 FROM dropped_versions WHERE document = $1 AND version = $2';
    return (yield* firstOf(select, [document, version])) !== undefined;
  }

  /** Leases the oldest due job that no other worker is leasing at this moment. */
  function* claim(
    change: Change,
    { now, leaseMs }: { now: number; leaseMs: number },
  ): Work<IngestJob | undefined> {
    for (;;) {
      // Leaves out versions of which an earlier attempt is still being removed.
      const due = yield* firstOf<{ sequence: number; job_id: number }>(
        `SELECT d.sequence, j.job_id FROM jobs j JOIN documents d ON d.sequence = j.document
         WHERE j.due_at <= $1 AND NOT EXISTS (
           SELECT 1 FROM dropped_versions x WHERE x.document = d.sequence AND x.version = d.version
         )
         ORDER BY j.due_at, j.job_id LIMIT 1 ${lock('FOR NO KEY UPDATE OF d SKIP LOCKED')}`,
        [now],
      );
      if (!due) return undefined;
      const { sequence, job_id: jobId } = due;
      const leaseToken = newToken();
      // It was due when the search began; another worker may have leased it before its document was locked.
      const taken = yield* rowsOf(
        'UPDATE jobs SET lease_token = $2, due_at = $3 WHERE job_id = $1 AND due_at <= $4 RETURNING job_id',
        [jobId, leaseToken, now + leaseMs, now],
      );
      if (taken.length === 0) continue;
      const row = yield* firstOf<DocumentRow>(sql.BEGIN_ATTEMPT, [sequence, now]);
      // Staged by an earlier attempt: the version is written again, once that is removed.
      yield* removal.drop(change, sequence, row!.live_version);
      if (yield* isBeingRemoved(sequence, row!.version)) {
        yield* rowsOf(sql.RELEASE_LEASE, [jobId, now]);
        yield* rowsOf(sql.SET_ENDED, sql.requeuedValues(sequence, row!.updated_at, undefined, 1));
        continue;
      }
      change.changed(row!.doc_id);
      return jobOf(row!, { jobId, leaseToken });
    }
  }

  function* publish(change: Change, job: IngestJob, published: Published): Work<DocumentRecord | undefined> {
    const model = yield* modelInUse();
    const row = yield* leased(job);
    if (!row) return undefined;
    const { sequence, doc_id: docId, version, live_version: from } = row;
    const { embeddingModelId, now } = published;
    if (embeddingModelId === null || embeddingModelId !== model?.id)
      for (const statement of deleteEmbeddings) yield* rowsOf(statement, [sequence, version]);
    const changes = yield* chunks.differenceOf(sequence, { from, to: version });
    const values = sql.publishedValues(row, job, published, changes);
    const done = yield* firstOf<DocumentRow>(sql.PUBLISH, values);
    yield* removal.drop(change, sequence, version);
    yield* rowsOf(sql.END_JOB, [job.jobId]);
    yield* originals.lost(change, { docId, now }, row.live_hash);
    yield* records.requeueDuplicatesOf(change, docId, now);
    change.changed(docId);
    return recordOf(done!);
  }

  /** Requeues jobs whose lease has ended, and those that were to wait by a clock that was set back since. */
  function* recover(change: Change, now: number): Work<number> {
    // Who has locked a document is at work on it.
    const ended = yield* rowsOf<DocumentRow>(
      `SELECT d.* FROM jobs j JOIN documents d ON d.sequence = j.document
       WHERE j.due_at <= $1 AND j.lease_token IS NOT NULL
       ORDER BY d.sequence ${lock('FOR NO KEY UPDATE OF d SKIP LOCKED')}`,
      [now],
    );
    let requeued = 0;
    for (const { sequence, doc_id: docId, live_version: keep } of ended) {
      const released = yield* rowsOf(
        `UPDATE jobs SET lease_token = NULL, due_at = $2
         WHERE document = $1 AND due_at <= $2 AND lease_token IS NOT NULL RETURNING job_id`,
        [sequence, now],
      );
      if (released.length === 0) continue;
      requeued += 1;
      yield* rowsOf(sql.SET_ENDED, sql.requeuedValues(sequence, now));
      yield* removal.drop(change, sequence, keep);
      change.changed(docId);
    }
    return requeued + (yield* rowsOf(sql.SET_DUE, [now])).length;
  }

  const store = {
    // A power cut only costs the work: it is done again.
    claimJob: (options) => write((change) => claim(change, options), 'relaxed'),
    nextJobDueAt: () =>
      read(function* () {
        const next = yield* firstOf<{ due_at: number | null }>('SELECT MIN(due_at) AS due_at FROM jobs');
        return next!.due_at ?? undefined;
      }),
    heartbeat: (job, { now, leaseMs, stage, progress }) =>
      write(function* (change) {
        const row = yield* leased(job);
        if (!row) return false;
        yield* rowsOf('UPDATE jobs SET due_at = $2 WHERE job_id = $1', [job.jobId, now + leaseMs]);
        const update = 'UPDATE documents SET stage = $2, progress = $3, updated_at = $4 WHERE sequence = $1';
        yield* rowsOf(update, [row.sequence, stage, progress, now]);
        change.changed(row.doc_id);
        return true;
      }, 'relaxed'),
    recordOriginal: (job, { contentHash, bytes, mediaType }) =>
      write(function* (change) {
        yield* driver.claimContent(contentHash);
        const row = yield* leased(job);
        if (!row) {
          change.afterwards(() => originals.unclaimed(contentHash));
          return false;
        }
        yield* rowsOf(
          'UPDATE documents SET content_hash = $2, bytes = $3, media_type = $4 WHERE sequence = $1',
          [row.sequence, contentHash, bytes, mediaType],
        );
        change.changed(row.doc_id);
        return true;
      }),
    liveDocumentWithHash: async (hash, except) =>
      (await read(() => firstOf<{ doc_id: string }>(sql.SELECT_LIVE_WITH_HASH, [hash, except])))?.doc_id,
    // The model first: who changes which there is waits for documents.
    stageChunks: (job, staged) =>
      write(function* () {
        const slot = (yield* modelInUse())?.slot ?? 0;
        const row = yield* leased(job);
        if (row) yield* driver.addChunks(versionOf(row), staged, slot);
        return row !== undefined;
      }, 'relaxed'),
    stageText: (job, piece) =>
      write(function* () {
        const row = yield* leased(job);
        if (row) yield* chunks.addText(row.sequence, row.version, piece);
        return row !== undefined;
      }, 'relaxed'),
    publish: (job, published) =>
      write((change) => driver.following(job.docId, publish(change, job, published))),
    finish: (job, outcome) =>
      write(function* (change) {
        const row = yield* leased(job);
        if (!row) return false;
        yield* removal.drop(change, row.sequence, row.live_version);
        // The other document may have been deleted or replaced since the lookup; it answers until the change ends.
        const isDuplicate =
          outcome.status === 'skipped' &&
          (yield* firstOf(
            `SELECT 1 FROM documents WHERE doc_id = $1 AND live_hash = $2 ${lock('FOR SHARE')}`,
            [outcome.duplicateOf, row.content_hash],
          )) !== undefined;
        const { values, dueAt } = sql.endedRowOf(row.sequence, outcome, isDuplicate);
        yield* rowsOf(sql.SET_ENDED, values);
        if (dueAt === undefined) yield* rowsOf(sql.END_JOB, [job.jobId]);
        else yield* rowsOf(sql.RELEASE_LEASE, [job.jobId, dueAt]);
        change.changed(row.doc_id);
        return true;
      }),
    async recover(now) {
      const requeued = await write((change) => recover(change, now));
      void removal.removeDropped();
      return { requeued };
    },
    countJobs: () => read(() => totalOf(COUNT_JOBS)),
  } satisfies Partial<DocumentStore>;

  return store;
}

/** Without those of `requeueLive`. */
const COUNT_JOBS = `
  SELECT (SELECT COUNT(*) FROM jobs) - (
    SELECT COUNT(*) FROM documents WHERE is_forced = 1 AND EXISTS (SELECT 1 FROM jobs WHERE document = sequence)
  ) AS total`;

export function versionOf({ doc_id: docId, sequence: document, version }: DocumentRow): VersionOf {
  return { docId, document, version };
}
