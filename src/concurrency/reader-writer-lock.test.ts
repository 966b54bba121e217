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

test('many readers run at once, and a writer waits for them all', async () => {
  const lock = createReaderWriterLock();
  const notes: string[] = [];
  const [a, b, writer] = ['a', 'b', 'writer'].map((name) => task(name, notes));
  const results = [lock.shared(a!.work), lock.shared(b!.work), lock.exclusive(writer!.work, { signal })];
  await nextTurn();
  assert.deepEqual(notes, ['a begins', 'b begins']);
  a!.end();
  await nextTurn();
  assert.ok(!notes.includes('writer begins'));
  b!.end();
  await nextTurn();
  assert.equal(notes.at(-1), 'writer begins');
  writer!.end();
  assert.deepEqual(await Promise.all(results), ['a', 'b', 'writer']);
});

test('a reader that comes later runs after a waiting writer', async () => {
  const lock = createReaderWriterLock();
  const notes: string[] = [];
  const [first, writer, late] = ['first', 'writer', 'late'].map((name) => task(name, notes));
  const results = [
    lock.shared(first!.work),
    lock.exclusive(writer!.work, { signal }),
    lock.shared(late!.work),
  ];
  for (const { end } of [first!, writer!, late!]) {
    await nextTurn();
    end();
  }
  await Promise.all(results);
  const begins = notes.filter((note) => note.endsWith('begins'));
  assert.deepEqual(begins, ['first begins', 'writer begins', 'late begins']);
});

test('work that fails releases the lock', async () => {
  const lock = createReaderWriterLock();
  const fails = async () => {
    throw new Error('failed');
  };
  await assert.rejects(lock.shared(fails), /failed/);
  await assert.rejects(lock.exclusive(fails, { signal }), /failed/);
  assert.equal(await lock.exclusive(async () => 'in', { signal }), 'in');
  assert.equal(await lock.shared(async () => 'in'), 'in');
});

test('an aborted writer that waited lets readers in again', async () => {
  const lock = createReaderWriterLock();
  const notes: string[] = [];
  const reader = task('reader', notes);
  const shared = lock.shared(reader.work);
  const controller = new AbortController();
  const writer = lock.exclusive(async () => notes.push('writer'), { signal: controller.signal });
  const late = lock.shared(async () => notes.push('late'));
  await nextTurn();
  controller.abort(new Error('cancelled'));
  await assert.rejects(writer, /cancelled/);
  await late;
  reader.end();
  await shared;
  assert.deepEqual(notes, ['reader begins', 'late', 'reader ends']);
});

test('an aborted reader or writer stops waiting for the writer that runs', async () => {
  const lock = createReaderWriterLock();
  const notes: string[] = [];
  const writer = task('writer', notes);
  const had = lock.exclusive(writer.work, { signal });
  const controller = new AbortController();
  const options = { signal: controller.signal };
  const waiting = [
    lock.shared(async () => notes.push('shared'), options),
    lock.exclusive(async () => notes.push('next'), options),
  ];
  await nextTurn();
  controller.abort(new Error('cancelled'));
  for (const wait of waiting) await assert.rejects(wait, /cancelled/);
  writer.end();
  await had;
  assert.deepEqual(notes, ['writer begins', 'writer ends']);
});
