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
