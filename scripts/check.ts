import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** `npm run check`: all checks at once, as each waits for files and for its slowest thread. Prints what those say that fail. */

const CHECKS = [
  'biome check --error-on-warnings .',
  'tsc --noEmit --incremental --tsBuildInfoFile node_modules/.cache/tsc/server',
  'tsc --noEmit -p console --incremental --tsBuildInfoFile node_modules/.cache/tsc/console',
  'knip --cache',
  'node scripts/check-prose.ts',
];

await Promise.all(
  CHECKS.map(async (command) => {
    const check = spawn(command, { shell: true });
    const [out, errors] = await Promise.all([text(check.stdout), text(check.stderr), once(check, 'close')]);
    if (check.exitCode === 0) return;
    process.exitCode = 1;
    console.log(`FAILED ${command}\n${out}${errors}`);
  }),
);
