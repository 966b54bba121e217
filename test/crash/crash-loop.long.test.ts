import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCrashLoop } from './crash-loop.ts';

const CYCLES = 20;

test(`killed ${CYCLES} times, also while starting, it loses, doubles and resurrects nothing that was acknowledged`, async (t) => {
  const { acknowledged, inFlight, violations, folder } = await runCrashLoop({
    cycles: CYCLES,
    seed: 20,
  });
  t.diagnostic(`${JSON.stringify(acknowledged)} acknowledged, ${inFlight} requests cut off`);
  assert.deepEqual(violations, [], `data and logs are left in ${folder}`);
  assert.ok(acknowledged.puts > 0, 'there should be something to lose');
});
