import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Block, ratiosOf } from '../bench/block-ratios.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const isComparable =
  process.platform === 'linux' &&
  spawnSync('git', ['rev-parse', '--verify', 'HEAD'], { cwd: ROOT }).status === 0;

test('a figure is that of all blocks together, and its ratio that of the blocks in the middle', () => {
  const block = (cpuMs: number): Block => ({ count: 10, cpuMs, ms: 1_000 });
  const pairs = [10, 20, 30, 40].map((cpuMs, i) => ({ base: block(cpuMs), now: block(cpuMs * (i + 1)) }));

  const { cpu, rate } = ratiosOf(pairs);

  assert.deepEqual(cpu, { base: 2.5, now: 7.5, median: 2.5, low: 1.75, high: 3.25 });
  assert.deepEqual(rate, { base: 10, now: 10, median: 1, low: 1, high: 1 });
});

const skip = !isComparable && 'needs Linux and a git checkout';

describe('the comparison of revisions', { skip }, () => {
  test('measures both, compares their answers, and leaves nothing', async () => {
    using running = compare('--documents', '6', '--block', '3', '--rounds', '1');
    const printed = await running.output;

    assert.deepEqual(running.exitCode(), 0, printed);
    assert.match(printed, /^ingest, 2 blocks of 3\n {2}processor ms, document( +[\d.]+){3} \(/m);
    assert.match(printed, /^plain, first round, 2 blocks of 3\n {2}processor ms, answer( +[\d.]+){3} \(/m);
    assert.match(printed, /equal answers \d of 6, right now 6/);
    assert.deepEqual(running.left(), []);
  });

  test('leaves nothing when it is interrupted', async () => {
    using running = compare('--documents', '6');
    await once(running.stdout, 'data');
    running.interrupt();
    const printed = await running.output;

    assert.match(printed, /Ended by SIGINT/);
    assert.deepEqual(running.left(), []);
  });
});

function compare(...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'docent-'));
  const child = spawn(process.execPath, ['bench/compare.ts', '--base', 'HEAD', '--invented', ...options], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  return {
    stdout: child.stdout,
    /** All that it printed, once it has ended. */
    output: once(child, 'close').then(() => printed),
    exitCode: () => child.exitCode,
    interrupt: () => child.kill('SIGINT'),
    /** What it has not removed. */
    left: () => readdirSync(folder),
    [Symbol.dispose]() {
      child.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
