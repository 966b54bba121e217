import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Sampling interval of the event loop; the resolution of a delay. */
const LOOK_EVERY_MS = 50;
const NS_PER_MS = 1e6;

export type ProcessFigures = ReturnType<ReturnType<typeof openProcessFigures>['read']>;

/**
 * Measures the resource usage of this process until disposed of, as `METRICS` names it; the event loop's delay is since
 * the last reading. Garbage collections are not observed: that costs the process several percent
 * (`docs/decisions/0018-metrics-are-counted-by-prom-client.md`).
 */
export function openProcessFigures() {
  const delays = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  delays.enable();

  /** The time between two samples, less the intended interval. Without a sample the histogram has no value. */
  function delaySeconds(betweenNs: number): number {
    return delays.count === 0 ? 0 : Math.max(0, betweenNs / NS_PER_MS - LOOK_EVERY_MS) / 1000;
  }

  return {
    read() {
      const { user, system } = process.cpuUsage();
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
      const lagSeconds = delaySeconds(delays.percentile(99));
      const lagMaxSeconds = delaySeconds(delays.max);
      delays.reset();
      return {
        // Of all its threads.
        cpuSeconds: (user + system) / 1e6,
        residentBytes: rss,
        startSeconds: performance.timeOrigin / 1000,
        heapUsedBytes: heapUsed,
        heapTotalBytes: heapTotal,
        externalBytes: external,
        lagSeconds,
        lagMaxSeconds,
      };
    },
    [Symbol.dispose]: () => void delays.disable(),
  };
}
