import { totalmem } from 'node:os';
import type { Config } from '../settings/config.ts';

const BYTES_PER_MB = 1_048_576;
const MACHINE_SHARE = 0.5;
/** Larger only when it is set: most corpora need no more. */
const DEFAULT_MB_MAX = 2_048;
/** About 13 KB each in all caches: a tenth of the budget. Half as many make an answer from 11,000 passages twice as dear. */
const PASSAGES_PER_MB = 8;
const PASSAGES = { min: 1_024, max: 16_384 };
/** Of all parsers together. The other half is the server's; `docent.js` limits its heap. */
const PARSERS_SHARE = 0.5;
/** With less, files of a few megabytes fail; more than that only hostile ones need. */
const PARSER_HEAP_MB = { min: 256, max: 512 };

/** What the parts of Docent may take of the memory. */
export function memoryShares(
  { memoryBudgetMb, parserProcesses }: Pick<Config, 'memoryBudgetMb' | 'parserProcesses'>,
  machineBytes = memoryOfMachine(),
): { passagesCached: number; parserHeapMb: number } {
  const half = Math.floor((machineBytes / BYTES_PER_MB) * MACHINE_SHARE);
  const budgetMb = memoryBudgetMb || Math.min(DEFAULT_MB_MAX, half);
  const parserHeapMb = Math.floor((budgetMb * PARSERS_SHARE) / parserProcesses);
  return {
    passagesCached: within(budgetMb * PASSAGES_PER_MB, PASSAGES),
    parserHeapMb: within(parserHeapMb, PARSER_HEAP_MB),
  };
}

/** What the machine has, or the container may take. */
function memoryOfMachine(): number {
  // 0 or more than there is without a limit.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

function within(value: number, { min, max }: { min: number; max: number }): number {
  return Math.min(max, Math.max(min, value));
}
