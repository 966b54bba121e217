import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from '../../test/until.ts';
import { endsWithin, linkedSignal, untilAborted } from './deadline.ts';

const never = new Promise<void>(() => {});

describe('waiting until aborted', () => {
  it('gives what the work gives, or throws what it throws', async () => {
    const { signal } = new AbortController();
    assert.equal(await untilAborted(Promise.resolve(1), signal), 1);
    await assert.rejects(untilAborted(Promise.reject(new Error('down')), signal), /down/);
  });

  it('throws the reason of the abort, before and during the work', async () => {
    await assert.rejects(untilAborted(never, AbortSignal.abort(new Error('late'))), /late/);
    const controller = new AbortController();
    const waiting = untilAborted(never, controller.signal);
    controller.abort(new Error('left'));
    await assert.rejects(waiting, /left/);
  });
});

describe('waiting for a time at most', () => {
  it('tells whether work ended in time', async () => {
    assert.equal(await endsWithin(Promise.resolve(), 60_000), true);
    assert.equal(await endsWithin(never, 1), false);
  });

  it('throws what the work throws', async () => {
    const fault = new Error('no');
    await assert.rejects(endsWithin(Promise.reject(fault), 60_000), fault);
  });

  it('ends with the signal, whatever time is left', async () => {
    const reason = new Error('stop');
    await assert.rejects(endsWithin(never, 60_000, { signal: AbortSignal.abort(reason) }), reason);
  });
});

const IN_A_MINUTE = { afterMs: 60_000, reason: () => new Error('late') };

describe('a linked signal', () => {
  it('aborts with the first of the signals, even if that has aborted before', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    using linked = linkedSignal([one.signal, other.signal], IN_A_MINUTE);
    assert.equal(linked.signal.aborted, false);
    other.abort('other');
    one.abort('one');
    assert.equal(linked.signal.reason, 'other');
    assert.equal(linkedSignal([new AbortController().signal, one.signal]).signal.reason, 'one');
  });

  it('aborts when its time is over, or on request', async () => {
    using late = linkedSignal([], { afterMs: 1, reason: () => 'late' });
    await until(() => late.signal.aborted);
    assert.equal(late.signal.reason, 'late');
    using own = linkedSignal([new AbortController().signal], IN_A_MINUTE);
    own.abort('enough');
    assert.equal(own.signal.reason, 'enough');
  });

  it('aborts although nothing listens to it and garbage is collected', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const linked = linkedSignal([new AbortController().signal], { afterMs: 100, reason: () => 'late' });
    await until(() => {
      collectGarbage();
      return linked.signal.aborted;
    });
  });

  it('leaves nothing behind once it is disposed of or has aborted', () => {
    const { signal } = new AbortController();
    {
      using _linked = linkedSignal([signal], IN_A_MINUTE);
      assert.equal(getEventListeners(signal, 'abort').length, 1);
    }
    linkedSignal([signal], IN_A_MINUTE).abort();
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
});
