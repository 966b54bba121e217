import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeConfig, loadConfig } from '../../src/settings/config.ts';

const MAIN = fileURLToPath(new URL('../../src/docent.js', import.meta.url));
const RUN_TIMEOUT_MS = 20_000;

/** What `docent config` prints, by name. */
export function configOf(environment: Record<string, string>): Record<string, string> {
  const lines = describeConfig(loadConfig(environment)).trimEnd().split('\n');
  return Object.fromEntries(
    lines.map((line) => line.split(/ {2}#/, 1)[0]!.split(/=(.*)/s, 2) as [string, string]),
  );
}

/** Runs the program in an empty folder until it ends; `left` is what it has put there. */
export function run(args: readonly string[], environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'docent-'));
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', ...environment },
      encoding: 'utf8',
      timeout: RUN_TIMEOUT_MS,
    });
    return { status, stdout, stderr, left: readdirSync(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What stops the start with these settings; empty when nothing does. */
export function startError(environment: Record<string, string>): string {
  try {
    loadConfig(environment);
    return '';
  } catch (error) {
    return String(error);
  }
}
