/**
 * Does work for all that wait at the same time: what happened before a call is worked on when it resolves.
 *
 * @param options.intervalMs Shortest time between two runs.
 */
export function createSharedRun(
  work: () => Promise<void>,
  { intervalMs = 0 }: { intervalMs?: number } = {},
): () => Promise<void> {
  let next: Promise<void> | undefined;
  let running: Promise<void> = Promise.resolve();
  let endedAt = Number.NEGATIVE_INFINITY;

  async function begin(): Promise<void> {
    // It may have begun before the call.
    await running;
    const restMs = () => endedAt + intervalMs - performance.now();
    // A timer may end a millisecond early.
    while (restMs() > 0) await new Promise((resolve) => setTimeout(resolve, restMs()));
    next = undefined;
    const worked = work().finally(() => {
      endedAt = performance.now();
    });
    running = worked.catch(() => undefined);
    await worked;
  }

  return () => {
    next ??= begin();
    return next;
  };
}
