import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '@docent-server/client';
import { patiently } from './patience.ts';

const signal = new AbortController().signal;
const busy = (status: number, retryAfterMs: number) =>
  new ApiError('Too many requests', { status, retryAfterMs });

/** Throws these errors, one a call, and then succeeds. */
function failing(...errors: Error[]) {
  return async () => {
    const error = errors.shift();
    if (error) throw error;
    return 'answered';
  };
}

test('a server that is busy is asked again when it said, as often as it takes', async () => {
  const startedAt = performance.now();
  const errors = Array.from({ length: 5 }, (_, i) => busy(i % 2 === 0 ? 429 : 503, 20));
  assert.equal(await patiently(failing(...errors), { signal }), 'answered');
  assert.ok(performance.now() - startedAt >= 95);
});

test('calls that wait for the same thing say so once, and again when they wait later', async (t) => {
  const write = t.mock.method(process.stderr, 'write', () => true);
  const waits = () => patiently(failing(busy(429, 10)), { signal });
  await Promise.all([waits(), waits(), waits()]);
  await waits();
  const line = 'docent: Too many requests Retrying in 1 s.\n';
  assert.deepEqual(
    write.mock.calls.map(({ arguments: [text] }) => text),
    [line, line],
  );
});

test('a server that asks for more patience than there is, is given up', async () => {
  await assert.rejects(patiently(failing(busy(503, 3_600_000)), { signal }), { status: 503 });
});

test('a refusal is not asked again', async () => {
  const refused = new ApiError('tags', { status: 422 });
  await assert.rejects(patiently(failing(refused), { signal }), refused);
});

test('a connection that breaks once is retried, and the wait is printed', async (t) => {
  const write = t.mock.method(process.stderr, 'write', () => true);
  assert.equal(await patiently(failing(new TypeError('fetch failed')), { signal }), 'answered');
  assert.deepEqual(write.mock.calls[0]?.arguments, [
    'docent: The server does not answer. Retrying in 1 s.\n',
  ]);
});

test('a server that is busy is quoted, so that its operator knows which limit to raise', async (t) => {
  const write = t.mock.method(process.stderr, 'write', () => true);
  const message = 'Each client address may send 60 requests per minute. Try again in 58 s.';
  await patiently(failing(new ApiError(message, { status: 429, retryAfterMs: 10 })), { signal });
  assert.deepEqual(write.mock.calls[0]?.arguments, [
    'docent: Each client address may send 60 requests per minute. Retrying in 1 s.\n',
  ]);
});

test('a bug is no broken connection', async () => {
  await assert.rejects(patiently(failing(new TypeError('x is undefined')), { signal }), /undefined/);
});

test('a signal ends the waiting', async () => {
  const controller = new AbortController();
  const waiting = patiently(failing(busy(429, 60_000)), { signal: controller.signal });
  controller.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
});
