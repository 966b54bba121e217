import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createTurns } from './turns.ts';

test('work under one key runs in order and never at once, work under another does not wait', async () => {
  const turns = createTurns();
  const seen: string[] = [];
  const work = (name: string, ms: number) => async () => {
    seen.push(`${name} begins`);
    await sleep(ms);
    seen.push(`${name} ends`);
    return name;
  };
  const names = await Promise.all([
    turns('a', work('first', 30)),
    turns('a', work('second', 1)),
    turns('b', work('other', 1)),
  ]);
  assert.deepEqual(names, ['first', 'second', 'other']);
  assert.deepEqual(
    seen.filter((entry) => !entry.startsWith('other')),
    ['first begins', 'first ends', 'second begins', 'second ends'],
  );
  assert.ok(seen.indexOf('other ends') < seen.indexOf('first ends'));
});

test('a failure reaches its own caller and does not keep the next from its turn', async () => {
  const turns = createTurns();
  const failing = turns('a', () => Promise.reject(new Error('no')));
  const next = turns('a', async () => 'done');
  await assert.rejects(failing, /no/);
  assert.equal(await next, 'done');
});

test('an aborted waiter starts no work, and nobody overtakes the running one', async () => {
  const turns = createTurns();
  const seen: string[] = [];
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const first = turns('a', async () => {
    await promise;
    seen.push('first');
  });
  const controller = new AbortController();
  const second = turns('a', async () => seen.push('second'), { signal: controller.signal });
  const third = turns('a', async () => seen.push('third'));
  controller.abort(new Error('called off'));
  await assert.rejects(second, /called off/);
  await nextTurn();
  assert.deepEqual(seen, []);
  end();
  await Promise.all([first, third]);
  assert.deepEqual(seen, ['first', 'third']);
});
