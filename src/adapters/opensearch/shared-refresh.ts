/** Shortest time between two refreshes: each makes a segment. */
const INTERVAL_MS = 200;

/**
 * Refreshes an index for all that wait at the same time: what was written before a call is found when it resolves.
 */
export function createSharedRefresh(refresh: () => Promise<void>): () => Promise<void> {
  let next: Promise<void> | undefined;
  let running: Promise<void> = Promise.resolve();
  let endedAt = Number.NEGATIVE_INFINITY;

  async function begin(): Promise<void> {
    await running;
    const restMs = endedAt + INTERVAL_MS - performance.now();
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    next = undefined;
    const refreshed = refresh().finally(() => {
      endedAt = performance.now();
    });
    running = refreshed.catch(() => undefined);
    await refreshed;
  }

  return () => {
    next ??= begin();
    return next;
  };
}
