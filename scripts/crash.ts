/**
 * `npm run crash -- --cycles 1000 --seed 1`: kills the server again and again, and checks that acknowledged work is
 * neither lost, duplicated, resurrected nor stuck. Exit code 1 on any violation; prints where its data and logs remain.
 */
import { parseArgs } from 'node:util';
import { quantile } from '../bench/quantile.ts';
import { type CrashTally, runCrashLoop } from '../test/crash/crash-loop.ts';

const { values } = parseArgs({
  options: { cycles: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const cycles = Number(values.cycles);
const seed = Number(values.seed);
const startedAt = performance.now();
const tally = await runCrashLoop({ cycles, seed, onCycle: showProgress });
process.stderr.write('\n');
for (const [name, value] of rowsOf(tally)) console.log(`${name.padEnd(52)} ${value}`);
for (const violation of tally.violations) console.log(`\nVIOLATION: ${violation}`);
if (tally.violations.length > 0) {
  console.log(
    `\nIn cycle ${tally.cycles}; repeat with: npm run crash -- --cycles ${tally.cycles + 1} --seed ${seed}`,
  );
  console.log(`Data and logs are left in ${tally.folder}`);
  process.exitCode = 1;
}

function rowsOf({ recoveriesMs, acknowledged, ...counts }: CrashTally): [string, string | number][] {
  const recovery = (share: number) => `${Math.round(quantile(recoveriesMs, share))} ms`;
  return [
    ['seed', seed],
    ['cycles, each ended by SIGKILL', counts.cycles],
    ['  of them killed while starting', counts.killsAtStart],
    ['acknowledged uploads and replacements', acknowledged.puts],
    ['  of them answered again under their key', acknowledged.replays],
    ['acknowledged deletions', acknowledged.deletions],
    ['acknowledged retries', acknowledged.retries],
    ['questions answered while documents changed', acknowledged.answers],
    ['acknowledged decisions on reviewed answers', acknowledged.decisions],
    ['approved answers that became stale', counts.stale],
    ['acknowledged feedback', acknowledged.feedback],
    ['requests that a kill cut off', counts.inFlight],
    ['full checks after a restart', counts.checks],
    ['ingests given up after three kills, and sent again', counts.givenUp],
    ['violations', counts.violations.length],
    ['recovery, spawn to ready: p50', recovery(0.5)],
    ['                          p99', recovery(0.99)],
    ['                          max', recovery(1)],
    ['minutes', ((performance.now() - startedAt) / 60_000).toFixed(1)],
  ];
}

function showProgress({ cycles: done, acknowledged, violations }: CrashTally): void {
  process.stderr.write(
    `\r${done} of ${cycles} cycles, ${acknowledged.puts} uploads acknowledged, ${violations.length} violations `,
  );
}
