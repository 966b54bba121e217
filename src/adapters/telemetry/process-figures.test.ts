import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openProcessFigures } from './process-figures.ts';

describe('the figures of the process', () => {
  it('are what it takes now', () => {
    using figures = openProcessFigures();
    const { startedAt, cpuSeconds, residentBytes, heapUsedBytes, heapTotalBytes } = figures.read();
    assert.ok(startedAt > Date.now() - 3_600_000 && startedAt <= Date.now());
    assert.ok(cpuSeconds > 0 && cpuSeconds < 3_600);
    assert.ok(heapUsedBytes > 0 && heapUsedBytes <= heapTotalBytes && heapTotalBytes < residentBytes);
  });

  it('tell a delay of the event loop once', async () => {
    using figures = openProcessFigures();
    // The first look begins the first interval.
    await sleep(250);
    const until = performance.now() + 400;
    while (performance.now() < until);
    await sleep(250);
    const { maxMs, p99Ms } = figures.read().eventLoopDelay;
    assert.ok(maxMs > 200 && p99Ms > 200, `${maxMs} ms, ${p99Ms} ms`);
    assert.deepEqual(figures.read().eventLoopDelay, { p99Ms: 0, maxMs: 0 }, 'there was no look since');
  });

  it('are watched no more when they are disposed of', async () => {
    const figures = openProcessFigures();
    await sleep(250);
    figures[Symbol.dispose]();
    figures.read();
    await sleep(250);
    assert.deepEqual(figures.read().eventLoopDelay, { p99Ms: 0, maxMs: 0 });
  });
});
