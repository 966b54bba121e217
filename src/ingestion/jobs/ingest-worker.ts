import { endsWithin } from '../../concurrency/deadline.ts';
import { createNotifier } from '../../concurrency/notifier.ts';
import { asError } from '../../errors.ts';
import { withCorrelationId } from '../../kernel/correlation.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { IngestJob } from '../../ports/ingest-jobs.ts';
import type { Logger } from '../../ports/logger.ts';
import type { DocumentChanges } from '../documents/document-changes.ts';
import type { IndexDocument } from '../index-document.ts';
import { LEASE_MS } from './job-lease.ts';
import { createJobOutcomes } from './job-outcomes.ts';
import { type AttemptOutcome, JobStopped, runJob } from './run-job.ts';

/** The longest sleep; `wake` and the due time of a job end it sooner. */
const SLEEP_MAX_MS = 30_000;
/** The shortest sleep, so that a clock set back does not cause a tight loop. */
const SLEEP_MIN_MS = 250;
/** The sleep after a failure of the store: each failure writes a log line and may block for the busy timeout. */
const FAILURE_SLEEP_MS = 5_000;

/** How long running jobs may take to finish at shutdown, and then again to stop. */
const GRACE_MS = 5_000;
const STOP_MS = 3_000;

export type IngestWorkers = ReturnType<typeof startIngestWorkers>;

/**
 * Claims and runs jobs until disposed of, which lets running ones end or returns them to the queue. First queues jobs
 * with an expired lease again, such as those of a killed process.
 *
 * @param parts.graceMs How long running jobs may take to end at shutdown.
 */
export function startIngestWorkers(parts: {
  documentStore: DocumentStore;
  indexDocument: IndexDocument;
  changes: Pick<DocumentChanges, 'notify'>;
  /** Awaited after each ingest that has failed permanently. */
  onFailed: (docId: string) => Promise<void>;
  /** Receives the outcome of each attempt. */
  onEnded?: ((outcome: AttemptOutcome, docId: string) => void) | undefined;
  logger: Logger;
  now: () => number;
  random: () => number;
  /** Jobs that run at once. */
  concurrency: number;
  graceMs?: number;
}) {
  const { documentStore, changes, logger, now, concurrency, graceMs = GRACE_MS } = parts;
  const running = new Map<IngestJob, AbortController>();
  const outcomes = createJobOutcomes({
    documentStore,
    onFailed: parts.onFailed,
    onLate: ({ docId }, { status }) => {
      changes.notify(docId);
      parts.onEnded?.(status, docId);
    },
  });
  const queue = createNotifier();
  let isStopping = false;

  async function work(recovered: Promise<void>) {
    await recovered;
    while (!isStopping) {
      const changed = queue.next();
      const found = await reported(claim, 'Cannot claim an ingest job');
      if (found?.job) await run(found.job);
      else if (!isStopping) await endsWithin(changed, found?.idleMs ?? FAILURE_SLEEP_MS);
    }
  }

  async function claim(): Promise<{ job?: IngestJob; idleMs?: number }> {
    await outcomes.writePending();
    const job = await documentStore.claimJob({ now: now(), leaseMs: LEASE_MS });
    if (job) return { job };
    const dueAt = await documentStore.nextJobDueAt();
    if (dueAt === undefined) return { idleMs: SLEEP_MAX_MS };
    const waitMs = dueAt - now();
    // A lease has expired, or the clock was set back.
    const isUnexpected = waitMs <= 0 || waitMs > SLEEP_MAX_MS;
    const hasRequeued = isUnexpected && (await documentStore.recover(now())).requeued > 0;
    return { idleMs: hasRequeued ? SLEEP_MIN_MS : Math.min(SLEEP_MAX_MS, Math.max(SLEEP_MIN_MS, waitMs)) };
  }

  async function run(job: IngestJob) {
    const stop = new AbortController();
    const onChange = () => changes.notify(job.docId);
    running.set(job, stop);
    onChange();
    await withCorrelationId(job.correlationId, () =>
      reported(
        () => runJob(job, { ...parts, outcomes, stop, onChange }),
        'Cannot store the outcome of an ingest',
      ),
    );
    running.delete(job);
    onChange();
  }

  /** Logs errors: a failing store must not end a worker. A job without outcome is claimed again when its lease ends. */
  async function reported<T>(attempt: () => Promise<T>, message: string): Promise<T | undefined> {
    try {
      return await attempt();
    } catch (error) {
      logger.error(message, { error: asError(error) });
      return undefined;
    }
  }

  async function recover() {
    const recovered = await reported(
      () => documentStore.recover(now()),
      'Cannot requeue interrupted ingest jobs',
    );
    if (recovered?.requeued) logger.info('Resuming interrupted ingests', { jobs: recovered.requeued });
  }

  const recovered = recover();
  const ended = Promise.all(Array.from({ length: concurrency }, () => work(recovered)));

  return {
    /** Call after each accepted document. */
    wake: queue.notify,

    /** Stops running jobs for versions of the document before one, or for all versions. */
    cancel: (docId: string, { before } = { before: Number.POSITIVE_INFINITY }) => {
      for (const [job, stop] of running) {
        if (job.docId === docId && job.version < before) stop.abort(new JobStopped('superseded'));
      }
    },

    [Symbol.asyncDispose]: async () => {
      isStopping = true;
      queue.notify();
      if (await endsWithin(ended, graceMs)) return;
      for (const stop of running.values()) stop.abort(new JobStopped('shutdown'));
      if (!(await endsWithin(ended, STOP_MS))) {
        logger.warn('Ingests were interrupted; they resume at the next start', { jobs: running.size });
      }
    },
  };
}
