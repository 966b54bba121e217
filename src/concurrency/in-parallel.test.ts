import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inParallel } from './in-parallel.ts';

test('all items are done, at most so many at a time', async () => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  await inParallel([1, 2, 3, 4, 5], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await nextTurn();
    running -= 1;
    done.push(item);
  });
  assert.deepEqual([done.sort(), most], [[1, 2, 3, 4, 5], 2]);
});

test('after an error no further item is started, and the source is closed', async () => {
  const started: number[] = [];
  let isClosed = false;
  async function* items() {
    try {
      for (let item = 1; ; item++) yield item;
    } finally {
      isClosed = true;
    }
  }
  const work = async (item: number) => {
    started.push(item);
    await nextTurn();
    if (item === 2) throw new Error('no');
  };
  await assert.rejects(inParallel(items(), 2, work), /no/);
  assert.ok(started.length <= 4, `${started}`);
  assert.equal(isClosed, true);
});
