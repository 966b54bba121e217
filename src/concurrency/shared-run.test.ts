import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSharedRun } from './shared-run.ts';

test('calls during a run share the next one, also when it fails', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const run = createSharedRun(() => {
    runs.push(Promise.withResolvers());
    return runs.at(-1)!.promise;
  });
  const first = run();
  await turn();
  const [second, third] = [run(), run()];
  await turn();
  assert.equal(runs.length, 1, 'the second waits for the first');
  runs[0]!.reject(new Error('no room'));
  await assert.rejects(first, /no room/);
  await turn();
  assert.equal(runs.length, 2);
  runs[1]!.resolve();
  await Promise.all([second, third]);
  assert.equal(runs.length, 2);
});

test('runs keep their interval', async () => {
  const at: number[] = [];
  const run = createSharedRun(async () => void at.push(performance.now()), { intervalMs: 20 });
  await run();
  await run();
  assert.ok(at[1]! - at[0]! >= 20, `${at[1]! - at[0]!} ms apart`);
});

const turn = () => new Promise((resolve) => setImmediate(resolve));
