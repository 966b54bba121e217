import type { Logger } from '../../ports/logger.ts';
import { type AnswerTrace, type TracedAnswer, traceOf } from './answer-trace.ts';

/** About 10 KB each: 10 MB when full. */
const TRACES_MAX = 1_000;
const KEPT_MS = 86_400_000;
/** Maximum answers waiting for their trace to be built; further ones get none. */
const WAITING_MAX = 200;

/** Why recent questions got their answers: kept in memory for a day, at most 1,000. */
export interface Traces {
  /** Returns at once: the trace is built after the answer was sent. */
  record(correlationId: string, answered: TracedAnswer): void;
  /** undefined when the id is unknown or the trace is no longer kept. */
  find(correlationId: string): KeptTrace | undefined;
}

export interface KeptTrace extends AnswerTrace {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** @param parts.now Milliseconds since the epoch. */
export function createTraces(parts: {
  logger: Logger;
  now: () => number;
  tracesMax?: number;
  schedule?: (work: () => void) => void;
}): Traces {
  const { logger, now, tracesMax = TRACES_MAX, schedule = setImmediate } = parts;
  /** Oldest first. */
  const kept = new Map<string, KeptTrace>();
  let waiting = 0;

  function keep(correlationId: string, answered: TracedAnswer, at: number): void {
    const traced = { ...traceOf(answered), at };
    kept.delete(correlationId);
    kept.set(correlationId, traced);
    for (const [oldest, trace] of kept) {
      if (kept.size <= tracesMax && trace.at > at - KEPT_MS) break;
      kept.delete(oldest);
    }
  }

  return {
    record(correlationId, answered) {
      if (waiting >= WAITING_MAX) return;
      waiting += 1;
      const at = now();
      schedule(() => {
        waiting -= 1;
        try {
          keep(correlationId, answered, at);
        } catch (error) {
          logger.error('An answer could not be traced', { error: error as Error });
        }
      });
    },

    find(correlationId) {
      const found = kept.get(correlationId);
      return found && found.at > now() - KEPT_MS ? found : undefined;
    },
  };
}
