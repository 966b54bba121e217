import { asError, INGEST_ERRORS, IngestFailure, RefusedError } from '../../errors.ts';
import type { IngestError } from '../../ports/document.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { IngestJob, JobOutcome } from '../../ports/ingest-jobs.ts';
import type { Logger } from '../../ports/logger.ts';
import type { IndexDocument, IndexOutcome } from '../index-document.ts';
import { keepLease } from './job-lease.ts';
import type { JobOutcomes } from './job-outcomes.ts';
import { retryDelayMs } from './retry-delay.ts';

/** A job fails permanently after this many attempts that failed or killed the process. */
const ATTEMPTS_MAX = 3;
/** How often to check whether there is disk space again. */
const DISK_FULL_RETRY_MS = 15_000;
/** How often to check whether a store on another machine is back. */
const STORE_RETRY_MS = 5_000;

/** `queued`: it will be attempted again. `released`: it is postponed, and this attempt does not count. */
export type AttemptOutcome = JobOutcome['status'] | IndexOutcome['status'];

/** The abort reason of a running job's signal. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';
  readonly reason: 'superseded' | 'shutdown';

  constructor(reason: JobStopped['reason']) {
    super(`The ingest was stopped: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Runs one claimed job to its end and writes the outcome: done, skipped, failed permanently, or queued again.
 *
 * @param options.stop Aborted with a `JobStopped`: a superseded job ends silently; at shutdown a job returns to the
 * queue, and the attempt does not count.
 * @throws When the outcome cannot be written. @see JobOutcomes
 */
export async function runJob(
  job: IngestJob,
  options: {
    documentStore: Pick<DocumentStore, 'heartbeat'>;
    outcomes: Pick<JobOutcomes, 'write'>;
    indexDocument: IndexDocument;
    logger: Logger;
    now: () => number;
    random: () => number;
    stop: AbortController;
    /** Called after each change of the document's record. */
    onChange: () => void;
    /** Receives the outcome once it is written. */
    onEnded?: ((outcome: AttemptOutcome, docId: string) => void) | undefined;
  },
): Promise<void> {
  const { documentStore, outcomes, indexDocument, logger, now, random, stop, onChange, onEnded } = options;
  if (job.attempts > ATTEMPTS_MAX) {
    const attempts = job.attempts - 1;
    const { docId, version } = job;
    logger.error('Ingest abandoned after too many attempts', { doc_id: docId, version, attempts });
    const message = `The ingest of this document stopped the service ${attempts} times, so it is not retried.`;
    const error = { code: 'internal_error', message } as const;
    await outcomes.write(job, { status: 'failed', error, now: now() });
    onEnded?.('failed', job.docId);
    return;
  }

  const startedAt = now();
  const onLost = () => stop.abort(new JobStopped('superseded'));
  try {
    using lease = keepLease(job, { documentStore, logger, now, onLost, onWritten: onChange });
    const outcome = await indexDocument(job, { signal: stop.signal, onProgress: lease.report });
    logger.info(`Ingest ${outcome.status}`, {
      doc_id: job.docId,
      version: job.version,
      ...fieldsOf(outcome),
      ms: now() - startedAt,
    });
    onEnded?.(outcome.status, job.docId);
  } catch (error) {
    const { reason } = stop.signal;
    if (reason instanceof JobStopped && reason.reason === 'superseded') {
      onEnded?.('superseded', job.docId);
      return;
    }
    const outcome: JobOutcome = stop.signal.aborted
      ? { status: 'released', now: now() }
      : failedOutcome(job, error, { now: now(), random });
    // A superseded job may find its original deleted, which is not a failure.
    let isOurs = true;
    try {
      isOurs = await outcomes.write(job, outcome);
    } finally {
      if (isOurs) log(logger, { job, outcome, error });
    }
    onEnded?.(isOurs ? outcome.status : 'superseded', job.docId);
  }
}

function failedOutcome(
  job: IngestJob,
  error: unknown,
  { now, random }: { now: number; random: () => number },
): JobOutcome {
  const until = (reason: IngestError, ms: number): JobOutcome => ({
    ...{ status: 'released', until: { error: reason, runAfter: now + ms }, now },
  });
  const refusal = error instanceof RefusedError ? error.refusal : undefined;
  if (refusal?.code === 'disk_full') return until(DISK_FULL, DISK_FULL_RETRY_MS);
  // The search index or the file store. A failure of the job store itself is handled by the caller.
  if (refusal?.code === 'store_unavailable' && refusal.dependency !== 'document_store')
    return until(STORE_DOWN, STORE_RETRY_MS);
  // Only the remote embedding model can cause this: it is down or rate-limited.
  if (refusal?.code === 'model_busy')
    return until(MODEL_DOWN, refusal.retryAfterSeconds * 1000 + retryDelayMs(LATER, random()));
  const { code, message } = error instanceof IngestFailure ? error : FAULT;
  if (!INGEST_ERRORS[code].mayPass || job.attempts >= ATTEMPTS_MAX)
    return { status: 'failed', error: { code, message }, now };
  const runAfter = now + retryDelayMs(job.attempts, random());
  return { status: 'queued', error: { code, message }, runAfter, now };
}

/** For faults that are not the document's; the cause goes only to the log. */
const FAULT: IngestError & { code: 'internal_error' } = {
  code: 'internal_error',
  message:
    'The service failed to ingest the document. Ingest it again; if that fails too, its log names the cause.',
};

const STORE_DOWN: IngestError = {
  code: 'internal_error',
  message: 'The search index or the file store cannot be reached. The ingest continues when it is back.',
};

/** Attempt number used for the delay while a provider is down for long. */
const LATER = 5;

/** Not the document's fault, so the attempt does not count. */
const MODEL_DOWN: IngestError = {
  code: 'embedding_failed',
  message: 'The embedding model cannot be reached. The ingest continues when it is back.',
};

/** Ends when the operator frees space, so the attempt does not count. */
const DISK_FULL: IngestError = {
  code: 'internal_error',
  message: 'The disk of the service is full. The ingest continues when there is space.',
};

function log(
  logger: Logger,
  { job, outcome, error }: { job: IngestJob; outcome: JobOutcome; error: unknown },
): void {
  const fields = { doc_id: job.docId, version: job.version, attempt: job.attempts };
  if (outcome.status === 'released') {
    const reason = outcome.until?.error.message;
    if (reason) logger.warn('Ingest postponed until it can continue', { ...fields, reason });
    else logger.info('Ingest returned to the queue because the service is stopping', fields);
    return;
  }
  const code = error instanceof IngestFailure ? error.code : 'internal_error';
  const message = outcome.status === 'queued' ? 'Ingest failed; it will be retried' : 'Ingest failed';
  logger[code === 'internal_error' ? 'error' : 'warn'](message, { ...fields, code, error: asError(error) });
}

function fieldsOf(outcome: IndexOutcome) {
  if (outcome.status === 'done') {
    const { chunks, added, removed, embedded } = outcome.record;
    return { chunks, added, removed, embedded };
  }
  return outcome.status === 'skipped' ? { duplicate_of: outcome.duplicateOf } : {};
}
