import { linkedSignal } from './deadline.ts';

export type SilenceLimit = ReturnType<typeof silenceLimit>;

/**
 * Bounds each wait for somebody else, the first of which begins at once. Dispose of it when the work has ended.
 *
 * @param options.reason Of the abort when a wait takes longer than `maxMs`.
 */
export function silenceLimit(
  signal: AbortSignal | undefined,
  options: { maxMs: number; reason: (maxMs: number) => unknown },
) {
  const linked = linkedSignal(signal ? [signal] : []);
  let timer: NodeJS.Timeout | undefined;

  function resting(): void {
    clearTimeout(timer);
  }
  function waiting(maxMs = options.maxMs): void {
    resting();
    timer = setTimeout(() => linked.abort(options.reason(maxMs)), maxMs).unref();
  }

  waiting();
  return {
    /** Aborts with the caller's signal, or when a wait is too long. */
    signal: linked.signal,
    /** Begins another wait, which may have a limit of its own. */
    waiting,
    /** Nobody is waited for now. */
    resting,
    [Symbol.dispose]() {
      resting();
      linked[Symbol.dispose]();
    },
  };
}
