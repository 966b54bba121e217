import assert from 'node:assert/strict';
import { it } from 'node:test';
import { endsWithin } from './ends-within.ts';

const never = new Promise<void>(() => {});

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
