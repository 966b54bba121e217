import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProcessFigures } from '../ports/process-figures.ts';

/** How often the event loop is looked at; a delay is told to within it. */
const LOOK_EVERY_MS = 50;
const NS_PER_MS = 1e6;

/**
 * Watches the event loop of this process until it is disposed of. Garbage collections are not: being told of each costs
 * the process several percent (`docs/decisions/0018-metrics-are-counted-by-prom-client.md`).
 */
export function openProcessFigures(): { read(): ProcessFigures } & Disposable {
  const delays = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  delays.enable();

  return {
    read() {
      const { user, system } = process.cpuUsage();
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
      // Without a look the histogram gives values that mean nothing.
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

/** The time between two looks, less what was meant to lie between them. */
function delayMs(betweenNs: number): number {
  return Math.max(0, betweenNs / NS_PER_MS - LOOK_EVERY_MS);
}
