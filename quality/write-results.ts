import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** Each file of figures, and the command that prints it. */
const COMMANDS: Readonly<Record<string, string>> = {
  baseline: 'npm run eval -- --data ../shared/data/dev --sets all',
  'results/handbook': 'npm run eval -- --data quality --only answers,abstention,retrieval',
};

// Writes the files of figures that docs/evaluation/quality-log.md quotes, one after another: those named as arguments, or all.
const { positionals } = parseArgs({ allowPositionals: true });
const folder = new URL('.', import.meta.url);
mkdirSync(new URL('results/', folder), { recursive: true });
for (const file of positionals.length > 0 ? positionals : Object.keys(COMMANDS)) {
  const command = COMMANDS[file];
  if (!command)
    throw new Error(`Cannot write ${file} as it is not one of ${Object.keys(COMMANDS).join(', ')}`);
  const { status, stdout } = spawnSync(command, {
    cwd: new URL('..', folder),
    shell: true,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_config_loglevel: 'silent' },
  });
  if (status !== 0) throw new Error(`Cannot write ${file} as the command failed: ${command}`);
  writeFileSync(new URL(`${file}.txt`, folder), `$ ${command}\n\n${stdout}`);
}
