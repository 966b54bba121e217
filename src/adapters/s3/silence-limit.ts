import { linkedSignal } from '../../concurrency/deadline.ts';

/** Nothing of a reply, or of an upload, for so long: the server is given up. */
const SILENCE_MAX_MS = 10_000;

export type SilenceLimit = ReturnType<typeof silenceLimit>;

/** Bounds each wait for a server, the first of which begins at once. Dispose of it when the work has ended. */
export function silenceLimit(signal: AbortSignal | undefined, maxMs = SILENCE_MAX_MS) {
  const linked = linkedSignal(signal ? [signal] : []);
  let timer: NodeJS.Timeout | undefined;

  function resting(): void {
    clearTimeout(timer);
  }
  function waiting(): void {
    resting();
    timer = setTimeout(() => linked.abort(new SilenceError(maxMs)), maxMs).unref();
  }

  waiting();
  return {
    /** Aborts with the caller's signal, or when a wait is too long. */
    signal: linked.signal,
    /** Begins another wait. */
    waiting,
    /** The server is not waited for now. */
    resting,
    [Symbol.dispose]() {
      resting();
      linked[Symbol.dispose]();
    },
  };
}

export class SilenceError extends Error {
  override readonly name = 'SilenceError';

  constructor(maxMs: number) {
    super(`The server was silent for ${maxMs / 1000} s`);
  }
}
