import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createReaderWriterLock } from './reader-writer-lock.ts';

const signal = new AbortController().signal;

/** Work that records its beginning and end, and ends on demand. */
function task(name: string, notes: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = async () => {
    notes.push(`${name} begins`);
    await promise;
    notes.push(`${name} ends`);
    return name;
  };
  return { work, end: resolve };
}

test('many share at the same time, and one alone waits for them all', async () => {
  const lock = createReaderWriterLock();
  const notes: string[] = [];
  const [a, b, alone] = ['a', 'b', 'alone'].map((name) => task(name, notes));
  const results = [lock.shared(a!.work), lock.shared(b!.work), lock.exclusive(alone!.work, { signal })];
  await nextTurn();
  assert.deepEqual(notes, ['a begins', 'b begins']);
  a!.end();
  await nextTurn();
  assert.ok(!notes.includes('alone begins'));
  b!.end();
  await nextTurn();
  assert.equal(notes.at(-1), 'alone begins');
  alone!.end();
  assert.deepEqual(await Promise.all(results), ['a', 'b', 'alone']);
});

test('who comes to share goes after the one who waits to have it alone', async () => {
  const lock = createReaderWriterLock();
  const notes: string[] = [];
  const [first, alone, late] = ['first', 'alone', 'late'].map((name) => task(name, notes));
  const results = [
    lock.shared(first!.work),
    lock.exclusive(alone!.work, { signal }),
    lock.shared(late!.work),
  ];
  for (const { end } of [first!, alone!, late!]) {
    await nextTurn();
    end();
  }
  await Promise.all(results);
  const begins = notes.filter((note) => note.endsWith('begins'));
  assert.deepEqual(begins, ['first begins', 'alone begins', 'late begins']);
});

test('work that fails lets the next one in', async () => {
  const lock = createReaderWriterLock();
  const fails = async () => {
    throw new Error('failed');
  };
  await assert.rejects(lock.shared(fails), /failed/);
  await assert.rejects(lock.exclusive(fails, { signal }), /failed/);
  assert.equal(await lock.exclusive(async () => 'in', { signal }), 'in');
  assert.equal(await lock.shared(async () => 'in'), 'in');
});

test('who is called off while waiting leaves the others in peace', async () => {
  const lock = createReaderWriterLock();
  const notes: string[] = [];
  const sharing = task('sharing', notes);
  const shared = lock.shared(sharing.work);
  const controller = new AbortController();
  const alone = lock.exclusive(async () => notes.push('alone'), { signal: controller.signal });
  const late = lock.shared(async () => notes.push('late'));
  await nextTurn();
  controller.abort(new Error('called off'));
  await assert.rejects(alone, /called off/);
  await late;
  sharing.end();
  await shared;
  assert.deepEqual(notes, ['sharing begins', 'late', 'sharing ends']);
});

test('who is called off while another has it alone waits no longer, to share it or to have it alone', async () => {
  const lock = createReaderWriterLock();
  const notes: string[] = [];
  const alone = task('alone', notes);
  const had = lock.exclusive(alone.work, { signal });
  const controller = new AbortController();
  const options = { signal: controller.signal };
  const waiting = [
    lock.shared(async () => notes.push('shared'), options),
    lock.exclusive(async () => notes.push('next'), options),
  ];
  await nextTurn();
  controller.abort(new Error('called off'));
  for (const wait of waiting) await assert.rejects(wait, /called off/);
  alone.end();
  await had;
  assert.deepEqual(notes, ['alone begins', 'alone ends']);
});
