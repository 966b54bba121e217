import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from '../test/until.ts';
import { linkedSignal } from './linked-signal.ts';

const never = { afterMs: 60_000, reason: () => new Error('late') };

describe('a linked signal', () => {
  it('aborts with the first of the signals, also when that has aborted before', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    using linked = linkedSignal([one.signal, other.signal], never);
    assert.equal(linked.signal.aborted, false);
    other.abort('other');
    one.abort('one');
    assert.equal(linked.signal.reason, 'other');
    assert.equal(linkedSignal([new AbortController().signal, one.signal]).signal.reason, 'one');
  });

  it('aborts when its time is over, or when told to', async () => {
    using late = linkedSignal([], { afterMs: 1, reason: () => 'late' });
    await until(() => late.signal.aborted);
    assert.equal(late.signal.reason, 'late');
    using own = linkedSignal([new AbortController().signal], never);
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
      using _linked = linkedSignal([signal], never);
      assert.equal(getEventListeners(signal, 'abort').length, 1);
    }
    linkedSignal([signal], never).abort();
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
});
