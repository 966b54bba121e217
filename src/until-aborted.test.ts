import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { untilAborted } from './until-aborted.ts';

describe('Waiting until aborted', () => {
  it('gives what the work gives, or throws what it throws', async () => {
    const { signal } = new AbortController();
    assert.equal(await untilAborted(Promise.resolve(1), signal), 1);
    await assert.rejects(untilAborted(Promise.reject(new Error('down')), signal), /down/);
  });

  it('throws the reason of the abort, before and during the work', async () => {
    const never = new Promise<void>(() => {});
    await assert.rejects(untilAborted(never, AbortSignal.abort(new Error('late'))), /late/);
    const controller = new AbortController();
    const waiting = untilAborted(never, controller.signal);
    controller.abort(new Error('left'));
    await assert.rejects(waiting, /left/);
  });
});
