import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryShares } from './memory-budget.ts';

const GB = 2 ** 30;

test('caches and parsers follow the budget, or the machine', () => {
  for (const [memoryBudgetMb, parserProcesses, machineGb, passagesCached, parserHeapMb] of [
    [0, 2, 64, 16_384, 512],
    [0, 2, 2, 8_192, 256],
    [0, 2, 0.5, 2_048, 256],
    [0, 8, 64, 16_384, 256],
    [1_600, 2, 64, 12_800, 400],
    [8_192, 2, 64, 16_384, 512],
    [100_000, 2, 64, 16_384, 512],
  ] as const)
    assert.deepEqual(memoryShares({ memoryBudgetMb, parserProcesses }, machineGb * GB), {
      passagesCached,
      parserHeapMb,
    });
});
