import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RefusedError } from '../../errors.ts';
import { createDocumentChanges } from './document-changes.ts';

const inTime = () => AbortSignal.timeout(60_000);

test('a follower of a document gets its changes, and no others', async () => {
  const changes = createDocumentChanges();
  using one = changes.follow('one');
  using two = changes.follow('two');
  const changed = one.changed(inTime());
  changes.notify('two');
  changes.notify('one');
  await changed;
  await two.changed(inTime());
  await assert.rejects(two.changed(AbortSignal.timeout(20)), { name: 'TimeoutError' });
});

test('changes since the last look are one change, and none is missed between two looks', async () => {
  const changes = createDocumentChanges();
  using follower = changes.follow('one');
  for (let i = 0; i < 3; i += 1) changes.notify('one');
  await follower.changed(inTime());
  changes.notify('one');
  await follower.changed(inTime());
  await assert.rejects(follower.changed(AbortSignal.timeout(20)));
});

test('a follower that leaves gets nothing more, and makes room', () => {
  const changes = createDocumentChanges({ followersMax: 2 });
  const first = changes.follow('one');
  using _ = changes.follow('one');
  const refused = (error: unknown) =>
    error instanceof RefusedError && error.refusal.code === 'too_many_followers';
  assert.throws(() => changes.follow('two'), refused);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  using __ = changes.follow('two');
  assert.throws(() => changes.follow('two'), refused);
});

test('a signal ends the waiting with its reason', async () => {
  using follower = createDocumentChanges().follow('one');
  const controller = new AbortController();
  const waiting = follower.changed(controller.signal);
  controller.abort(new Error('left'));
  await assert.rejects(waiting, /left/);
  await assert.rejects(follower.changed(controller.signal), /left/);
});
