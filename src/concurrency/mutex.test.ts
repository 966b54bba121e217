import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createKeyedMutex } from './mutex.ts';

describe('a keyed mutex', () => {
  it('runs work under one key in order, one at a time, and work under another key meanwhile', async () => {
    const mutex = createKeyedMutex();
    const seen: string[] = [];
    const work = (name: string, ms: number) => async () => {
      seen.push(`${name} begins`);
      await sleep(ms);
      seen.push(`${name} ends`);
      return name;
    };
    const names = await Promise.all([
      mutex.run('a', work('first', 30)),
      mutex.run('a', work('second', 1)),
      mutex.run('b', work('other', 1)),
    ]);
    assert.deepEqual(names, ['first', 'second', 'other']);
    assert.deepEqual(
      seen.filter((entry) => !entry.startsWith('other')),
      ['first begins', 'first ends', 'second begins', 'second ends'],
    );
    assert.ok(seen.indexOf('other ends') < seen.indexOf('first ends'));
  });

  it('throws an error to its own caller only', async () => {
    const mutex = createKeyedMutex();
    const failing = mutex.run('a', () => Promise.reject(new Error('no')));
    const next = mutex.run('a', async () => 'done');
    await assert.rejects(failing, /no/);
    assert.equal(await next, 'done');
  });

  it('starts no work whose wait was aborted, and lets nobody overtake the work that runs', async () => {
    const mutex = createKeyedMutex();
    const seen: string[] = [];
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const first = mutex.run('a', async () => {
      await promise;
      seen.push('first');
    });
    const controller = new AbortController();
    const second = mutex.run('a', async () => seen.push('second'), { signal: controller.signal });
    const third = mutex.run('a', async () => seen.push('third'));
    controller.abort(new Error('cancelled'));
    await assert.rejects(second, /cancelled/);
    await nextTurn();
    assert.deepEqual(seen, []);
    end();
    await Promise.all([first, third]);
    assert.deepEqual(seen, ['first', 'third']);
  });
});
