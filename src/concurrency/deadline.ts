/**
 * Waits for work that cannot be cancelled, until `signal` aborts, if there is one.
 *
 * @throws What the work throws; the signal's reason when it aborts first.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    // If the signal comes first, the outcome of the work is ignored.
    work.then(
      (value) => {
        signal.removeEventListener('abort', stop);
        resolve(value);
      },
      (error) => {
        signal.removeEventListener('abort', stop);
        reject(error);
      },
    );
  });
}

/**
 * Whether the work ends within `ms`; waits no longer, and does not stop late work.
 *
 * @throws What the work throws within the time; the signal's reason when it aborts first.
 */
export async function endsWithin(
  work: Promise<unknown>,
  ms: number,
  options?: { signal: AbortSignal },
): Promise<boolean> {
  const { promise: timeUp, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, false);
  const first = Promise.race([work.then(() => true), timeUp]);
  try {
    return await untilAborted(first, options?.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** A signal that follows others; dispose of it when the work that it ends has ended. */
export interface LinkedSignal extends Disposable {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

/**
 * A signal that aborts with the first of `signals`, and with `reason()` after `afterMs`. Without disposal it keeps a
 * listener on each of them until it aborts; its timer does not keep the process alive.
 *
 * Instead of `AbortSignal.any`: on Node 24 the signal of `any([signal, AbortSignal.timeout(ms)])` never aborts while
 * nothing listens to it, as its timeout is collected. Work that only looks at `aborted` now and then would run forever.
 */
export function linkedSignal(
  signals: readonly AbortSignal[],
  timeout?: { readonly afterMs: number; readonly reason: () => unknown },
): LinkedSignal {
  const controller = new AbortController();
  const followed = signals.map((signal) => ({ signal, follow: () => abort(signal.reason) }));
  const timer = timeout && setTimeout(() => abort(timeout.reason()), timeout.afterMs).unref();

  function dispose(): void {
    clearTimeout(timer);
    for (const { signal, follow } of followed) signal.removeEventListener('abort', follow);
  }

  function abort(reason?: unknown): void {
    dispose();
    controller.abort(reason);
  }

  const aborted = signals.find((signal) => signal.aborted);
  if (aborted) abort(aborted.reason);
  else for (const { signal, follow } of followed) signal.addEventListener('abort', follow, { once: true });
  return { signal: controller.signal, abort, [Symbol.dispose]: dispose };
}
