import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsWithin } from './deadline.ts';
import { createNotifier } from './notifier.ts';

test('a notifier wakes all that wait, but nobody who begins to wait afterwards', async () => {
  const notifier = createNotifier();
  const waits = [notifier.next(), notifier.next()];
  assert.equal(await endsWithin(Promise.all(waits), 1), false);
  notifier.notify();
  assert.equal(await endsWithin(Promise.all(waits), 60_000), true);
  assert.equal(await endsWithin(notifier.next(), 1), false);
});

test('a change after the wait was announced is not missed', async () => {
  const notifier = createNotifier();
  const changed = notifier.next();
  notifier.notify();
  assert.equal(await endsWithin(changed, 60_000), true);
});
