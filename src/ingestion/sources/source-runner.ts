import { setTimeout as sleep } from 'node:timers/promises';
import { endsWithin, linkedSignal } from '../../concurrency/deadline.ts';
import type { Notifier } from '../../concurrency/notifier.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import { asError } from '../../errors.ts';
import { withCorrelationId } from '../../kernel/correlation.ts';
import type { Logger } from '../../ports/logger.ts';
import { SourceFailure } from '../../ports/source-driver.ts';
import type { SourceRecord, SourceStore } from '../../ports/source-store.ts';
import { emptySource, type RunEnd, type RunParts, runSource } from './run-source.ts';

/** Another process may have made a source due. */
const LOOK_EVERY_MS = 5_000;
/** A slow site must not hold up the others. */
const RUNS_AT_ONCE = 3;

interface Parts extends Omit<RunParts, 'store'> {
  readonly store: SourceStore;
  /** Notified when a source has become due. */
  readonly requested: Pick<Notifier, 'next'>;
  /** For a whole run. */
  readonly runTimeoutMs: number;
  readonly newCorrelationId: () => string;
  readonly logger: Logger;
  readonly now: () => number;
}

/** Runs the sources that are due until disposed of. Runs that are aborted then, or by a crash, begin again later. */
export function startSourceRunner(parts: Parts): AsyncDisposable {
  const { store, requested, logger, now } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const slots = createSemaphore({ concurrency: RUNS_AT_ONCE, waitingMax: 1 });
  const running = new Set<Promise<void>>();

  /** Whether a run may have ended without a record of it. */
  let isLost = true;

  /** Waits until a source is due, and begins its run. */
  async function startNext(): Promise<void> {
    const changed = requested.next();
    if (isLost && running.size === 0) {
      await store.recover(now());
      isLost = false;
    }
    const source = await store.due(now());
    if (!source) {
      await endsWithin(changed, LOOK_EVERY_MS, { signal });
      return;
    }
    const release = (await slots.acquire(signal))!;
    try {
      await store.begin(source.sourceId, now());
    } catch (error) {
      release();
      throw error;
    }
    const run = runOnce(source, { ...parts, signal }).then((isRecorded) => {
      isLost ||= !isRecorded;
      release();
      running.delete(run);
    });
    running.add(run);
  }

  async function keepOn(): Promise<void> {
    while (!signal.aborted) {
      try {
        await startNext();
      } catch (error) {
        if (signal.aborted) return;
        logger.warn('Sources cannot be run; this is tried again', { error: asError(error) });
        await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  const ended = keepOn();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort(new Error('Sources are stopping'));
      await ended;
      await Promise.allSettled(running);
    },
  };
}

/**
 * Never throws.
 *
 * @returns Whether the end of the run is recorded; otherwise it is to begin again.
 */
async function runOnce(source: SourceRecord, parts: Parts & { signal: AbortSignal }): Promise<boolean> {
  const { store, signal, logger, now, runTimeoutMs } = parts;
  const { sourceId } = source;
  const correlationId = parts.newCorrelationId();
  using limited = linkedSignal([signal], {
    afterMs: runTimeoutMs,
    reason: () => new SourceFailure(`The run took longer than ${runTimeoutMs / 60_000} minutes.`),
  });
  // Awaited here: the signal lasts until the run has ended.
  return await withCorrelationId(correlationId, async () => {
    try {
      if (source.isRemoved) {
        await emptySource(source, limited, parts);
        await store.remove(sourceId);
        logger.info('Source removed with its documents', { source_id: sourceId });
        return true;
      }
      const end = await runSource(source, { signal: limited.signal, correlationId }, parts).catch(
        (error: unknown) => failed(error, { source, signal, logger }),
      );
      const at = now();
      const { intervalMs } = source.settings;
      const dueAt = intervalMs === null ? null : at + intervalMs;
      await store.end(sourceId, { now: at, dueAt, ...end });
      const { error, revision: _revision, selection: _selection, tags: _tags, ...counts } = end.result;
      logger.info('Source run ended', { source_id: sourceId, ...counts, error: error?.code });
      // It was removed meanwhile; what this run has noted of it goes as well.
      if (!(await store.get(sourceId))) await store.remove(sourceId);
      return true;
    } catch (error) {
      const fields = { source_id: sourceId, error: asError(error) };
      if (!signal.aborted)
        logger.warn('The end of a source run could not be recorded; it begins again', fields);
      return false;
    }
  });
}

/** @throws The signal's reason when the runner stops. */
function failed(
  error: unknown,
  { source, signal, logger }: { source: SourceRecord; signal: AbortSignal; logger: Logger },
): RunEnd {
  signal.throwIfAborted();
  logger.warn('A source run failed', { source_id: source.sourceId, error: asError(error) });
  const isKnown = error instanceof SourceFailure;
  const message = isKnown ? error.message : 'A store failed. The log says why.';
  const counts = { added: 0, changed: 0, unchanged: 0, deleted: 0, failed: 0 };
  const read = { revision: null, selection: null, tags: source.result?.tags ?? source.settings.tags };
  return {
    result: { ...counts, ...read, error: { code: isKnown ? 'not_readable' : 'internal_error', message } },
    wouldDelete: 0,
  };
}
