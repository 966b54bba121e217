import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abortable } from './abortable.ts';

/** Numbers from 1; waits for ever behind `last`. */
async function* numbers(last: number, onClosed: () => void) {
  try {
    for (let n = 1; n <= last; n++) yield n;
    await new Promise<void>(() => {});
  } finally {
    onClosed();
  }
}

test('the items come until the signal aborts, even while one is waited for', async () => {
  const controller = new AbortController();
  const seen: number[] = [];
  const reading = (async () => {
    for await (const n of abortable(
      numbers(2, () => {}),
      controller.signal,
    )) {
      seen.push(n);
      if (n === 2) setImmediate(() => controller.abort(new Error('cancelled')));
    }
  })();
  await assert.rejects(reading, /cancelled/);
  assert.deepEqual(seen, [1, 2]);
});

test('the source is closed when its reader stops', async () => {
  let isClosed = false;
  const source = numbers(2, () => {
    isClosed = true;
  });
  for await (const _ of abortable(source, undefined)) break;
  assert.equal(isClosed, true);
});
