import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openProcessFigures } from './process-figures.ts';

describe('the figures of the process', () => {
  it('are what it takes now', () => {
    using figures = openProcessFigures();
    const { startSeconds, cpuSeconds, residentBytes, heapUsedBytes, heapTotalBytes } = figures.read();
    assert.ok(startSeconds > Date.now() / 1000 - 3_600 && startSeconds <= Date.now() / 1000);
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
    const { lagMaxSeconds: max, lagSeconds: p99 } = figures.read();
    assert.ok(max > 0.2 && p99 > 0.2, `${max} s, ${p99} s`);
    assert.equal(figures.read().lagMaxSeconds, 0, 'there was no look since');
  });

  it('are watched no more when they are disposed of', async () => {
    const figures = openProcessFigures();
    await sleep(250);
    figures[Symbol.dispose]();
    figures.read();
    await sleep(250);
    assert.equal(figures.read().lagMaxSeconds, 0);
  });
});
