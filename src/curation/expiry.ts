import { asError } from '../errors.ts';
import type { CurationStore } from '../ports/curation-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { Decisions } from './decisions.ts';

/** A check takes some microseconds, and follows any change of the clock. */
const LOOK_EVERY_MS = 5_000;
const AT_ONCE_MAX = 100;

/**
 * Withdraws approved answers that have expired, and returns them to the queue, within five seconds. Retries when a store
 * fails.
 *
 * @param parts.now Milliseconds since the epoch.
 */
export function createExpiry(parts: {
  store: Pick<CurationStore, 'expire'>;
  decisions: Pick<Decisions, 'carryOut' | 'resume'>;
  logger: Logger;
  now: () => number;
  lookEveryMs?: number;
}) {
  const { store, decisions, logger, now, lookEveryMs = LOOK_EVERY_MS } = parts;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    try {
      const expired = await store.expire(now(), { limit: AT_ONCE_MAX });
      // The next start resumes what a stop interrupts.
      for (const entry of expired) {
        logger.info('An approved answer has expired', { entry_id: entry.entryId });
        decisions.carryOut(entry).catch(() => {});
      }
    } catch (error) {
      logger.error('Cannot look for expired answers', { error: asError(error) });
      // They may be reopened although the store says that it failed.
      await decisions.resume().catch(() => {});
    }
    if (!isStopped) timer = setTimeout(look, lookEveryMs).unref();
  }

  return {
    /** Begins with what expired while nothing ran. */
    start: look,
    [Symbol.dispose]() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
