/**
 * `npm run fuzz -- --files 10000 --seed 1`: feeds randomly mutated documents to the parsers, and reports those neither
 * read nor refused with a reason. Exit code 1 on any violation; `--keep FOLDER` keeps the files that ended a process.
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fuzzParsers } from '../test/fuzz/parser-fuzz.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
});
if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true });
const startedAt = performance.now();
const { files, outcomes, slowestMs, violations } = await fuzzParsers({
  files: Number(values.files),
  seed: Number(values.seed),
  ...(values.keep !== undefined && { keep: values.keep }),
  onFile: (tally) => {
    if (tally.files % 100 === 0)
      process.stderr.write(`\r${tally.files} files, ${tally.violations.length} violations `);
  },
});
process.stderr.write('\n');
console.log(
  `${files} files of seed ${values.seed}, ${((performance.now() - startedAt) / 60_000).toFixed(1)} min`,
);
for (const [outcome, count] of [...outcomes].toSorted(([, a], [, b]) => b - a))
  console.log(`${outcome.padEnd(24)} ${count}`);
console.log(`slowest ${Math.round(slowestMs)} ms, ${violations.length} violations`);
for (const violation of violations) console.log(`VIOLATION: ${violation}`);
if (violations.length > 0) process.exitCode = 1;
