import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSemaphore } from './semaphore.ts';

const NEVER = new AbortController().signal;

describe('a semaphore', () => {
  it('lets so many in at once, and the others in order of arrival', async () => {
    const semaphore = createSemaphore({ concurrency: 2, waitingMax: 10 });
    const order: string[] = [];
    const releaseFirst = await semaphore.acquire(NEVER);
    await semaphore.acquire(NEVER);
    const third = semaphore.acquire(NEVER).then((release) => {
      order.push('third');
      return release;
    });
    const fourth = semaphore.acquire(NEVER).then(() => order.push('fourth'));
    await new Promise(setImmediate);
    assert.deepEqual(order, []);
    releaseFirst!();
    const releaseThird = await third;
    assert.deepEqual(order, ['third']);
    releaseThird!();
    await fourth;
    assert.deepEqual(order, ['third', 'fourth']);
  });

  it('lets no more wait than allowed', async () => {
    const semaphore = createSemaphore({ concurrency: 1, waitingMax: 1 });
    const release = await semaphore.acquire(NEVER);
    const waits = semaphore.acquire(NEVER);
    assert.equal(await semaphore.acquire(NEVER), undefined);
    release!();
    assert.ok(await waits);
  });

  it('gives the place of an aborted wait to the next', async () => {
    const semaphore = createSemaphore({ concurrency: 1, waitingMax: 1 });
    const release = await semaphore.acquire(NEVER);
    const leaving = new AbortController();
    const gone = semaphore.acquire(leaving.signal);
    leaving.abort(new Error('gone'));
    await assert.rejects(gone, /gone/);
    const next = semaphore.acquire(NEVER);
    release!();
    assert.ok(await next);
  });

  it('passes the permit on when the wait is aborted just as it is granted', async () => {
    const semaphore = createSemaphore({ concurrency: 1, waitingMax: 2 });
    const release = await semaphore.acquire(NEVER);
    const leaving = new AbortController();
    const gone = semaphore.acquire(leaving.signal);
    const next = semaphore.acquire(NEVER);
    release!();
    leaving.abort(new Error('gone'));
    await assert.rejects(gone, /gone/);
    assert.ok(await next);
  });
});
