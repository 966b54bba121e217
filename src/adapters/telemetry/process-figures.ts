import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProcessFigures } from '../../ports/process-figures.ts';

/** Sampling interval of the event loop; the resolution of a delay. */
const LOOK_EVERY_MS = 50;
const NS_PER_MS = 1e6;

/**
 * Measures the event loop delay of this process until disposed of. Garbage collections are not observed: that costs the
 * process several percent (`docs/decisions/0018-metrics-are-counted-by-prom-client.md`).
 */
export function openProcessFigures(): { read(): ProcessFigures } & Disposable {
  const delays = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  delays.enable();

  return {
    read() {
      const { user, system } = process.cpuUsage();
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
      // Without a sample the histogram returns meaningless values.
      const eventLoopDelay =
        delays.count === 0
          ? { p99Ms: 0, maxMs: 0 }
          : { p99Ms: delayMs(delays.percentile(99)), maxMs: delayMs(delays.max) };
      delays.reset();
      return {
        startedAt: performance.timeOrigin,
        cpuSeconds: (user + system) / 1e6,
        residentBytes: rss,
        heapUsedBytes: heapUsed,
        heapTotalBytes: heapTotal,
        externalBytes: external,
        eventLoopDelay,
      };
    },
    [Symbol.dispose]: () => void delays.disable(),
  };
}

/** The time between two samples, less the intended interval. */
function delayMs(betweenNs: number): number {
  return Math.max(0, betweenNs / NS_PER_MS - LOOK_EVERY_MS);
}
