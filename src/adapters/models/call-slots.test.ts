import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCallSlots } from './call-slots.ts';

const NEVER = new AbortController().signal;

describe('call slots', () => {
  it('are given to so many at a time, and then in turn', async () => {
    const slots = createCallSlots({ concurrency: 2, waitingMax: 10 });
    const order: string[] = [];
    const first = await slots.take(NEVER);
    await slots.take(NEVER);
    const third = slots.take(NEVER).then((giveBack) => {
      order.push('third');
      return giveBack;
    });
    const fourth = slots.take(NEVER).then(() => order.push('fourth'));
    await new Promise(setImmediate);
    assert.deepEqual(order, []);
    first!();
    const giveBack = await third;
    assert.deepEqual(order, ['third']);
    giveBack!();
    await fourth;
    assert.deepEqual(order, ['third', 'fourth']);
  });

  it('are not waited for by more than may', async () => {
    const slots = createCallSlots({ concurrency: 1, waitingMax: 1 });
    const giveBack = await slots.take(NEVER);
    const waits = slots.take(NEVER);
    assert.equal(await slots.take(NEVER), undefined);
    giveBack!();
    assert.ok(await waits);
  });

  it('leave the place of one that is gone to the next', async () => {
    const slots = createCallSlots({ concurrency: 1, waitingMax: 1 });
    const giveBack = await slots.take(NEVER);
    const leaving = new AbortController();
    const gone = slots.take(leaving.signal);
    leaving.abort(new Error('gone'));
    await assert.rejects(gone, /gone/);
    const next = slots.take(NEVER);
    giveBack!();
    assert.ok(await next);
  });

  it('are passed on when their new holder aborts at the same moment', async () => {
    const slots = createCallSlots({ concurrency: 1, waitingMax: 2 });
    const giveBack = await slots.take(NEVER);
    const leaving = new AbortController();
    const gone = slots.take(leaving.signal);
    const next = slots.take(NEVER);
    giveBack!();
    leaving.abort(new Error('gone'));
    await assert.rejects(gone, /gone/);
    assert.ok(await next);
  });
});
