import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { until } from '../test/until.ts';

const PROGRAM = new URL('./docent.js', import.meta.url).pathname;
const ROOT = new URL('../', import.meta.url).pathname;

const folder = temporaryFolder();
const groups: number[] = [];
after(() => {
  for (const group of groups)
    try {
      process.kill(-group, 'SIGKILL');
    } catch {}
});

/** Node as the launcher sees an older one. */
const OLDER = join(folder, 'older.cjs');
writeFileSync(
  OLDER,
  `Object.defineProperty(process, 'version', { value: 'v20.20.2' });
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });
process.execPath = __filename;`,
);
const OLDER_NODE = ['--require', OLDER];

interface Running {
  readonly child: ChildProcess;
  output(): string;
}

function start(
  command: string,
  args: readonly string[],
  cwd = folder,
  settings: Record<string, string> = {},
): Running {
  const child = spawn(command, args, {
    cwd,
    env: {
      ...{ PATH: process.env.PATH ?? '', HOME: folder, PORT: '0' },
      ...{ DATA_DIR: join(folder, 'data'), LOG_DIR: join(folder, 'logs') },
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that nothing of it is left behind.
    detached: true,
  });
  groups.push(child.pid!);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      output += bytes;
    });
  return { child, output: () => output };
}

async function ended({ child, output }: Running): Promise<{ code: number | null; output: string }> {
  const [code] = await once(child, 'close');
  return { code, output: output() };
}

async function urlOf({ output }: Running): Promise<string> {
  const url = () => /http:\/\/\S+:\d+/.exec(output())?.[0];
  await until(() => url() !== undefined, output);
  return url()!;
}

const isUp = (url: string) =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

describe('docent.js', { skip: process.platform === 'win32' }, () => {
  it('runs on the Node that npm ci installed when an older one starts it, and ends as that does', async () => {
    const version = await ended(start(process.execPath, [...OLDER_NODE, PROGRAM, '--version']));
    assert.deepEqual([version.code, /^\d+\.\d+\.\d+\n$/.test(version.output)], [0, true], version.output);
    const misuse = await ended(start(process.execPath, [...OLDER_NODE, PROGRAM, 'dance']));
    assert.equal(misuse.code, 2);
  });

  it('says what is missing before npm ci', async () => {
    const bare = join(folder, 'bare');
    cpSync(join(ROOT, 'src'), join(bare, 'src'), { recursive: true });
    writeFileSync(join(bare, 'package.json'), '{"type": "module"}');
    const program = join(bare, 'src/docent.js');
    const older = await ended(start(process.execPath, [...OLDER_NODE, program]));
    assert.equal(older.code, 1);
    assert.match(
      older.output,
      /^docent: Cannot run on Node v20\.20\.2 as .* Install it, or run "npm ci" in \S+\/bare,.*\n$/,
    );
    const packed = join(bare, 'node_modules/docent/src/docent.js');
    cpSync(program, packed);
    const installed = await ended(start(process.execPath, [...OLDER_NODE, packed]));
    assert.match(installed.output, /Install it, or install the package of Docent again,/);
    const newer = await ended(start(process.execPath, [program]));
    assert.equal(newer.code, 1);
    assert.match(
      newer.output,
      /^docent: Cannot start as a package is missing: run "npm ci" in \S+\/bare\..*\n$/,
    );
  });

  it('passes a signal on to the process that it started, and waits for it', async () => {
    const launcher = start(process.execPath, [...OLDER_NODE, PROGRAM]);
    const url = await urlOf(launcher);
    launcher.child.kill('SIGTERM');
    const { code, output } = await ended(launcher);
    assert.deepEqual([code, await isUp(url)], [0, false], output);
    assert.match(output, /Stopping signal=SIGTERM/);
  });

  it('leaves no server behind when it is killed', async () => {
    const launcher = start(process.execPath, [...OLDER_NODE, PROGRAM]);
    const url = await urlOf(launcher);
    assert.equal(await isUp(url), true);
    launcher.child.kill('SIGKILL');
    await until(async () => !(await isUp(url)), launcher.output);
  });

  it('is stopped by the signal that ends npm start', async () => {
    const npm = start('npm', ['start'], ROOT);
    const url = await urlOf(npm);
    npm.child.kill('SIGTERM');
    await until(async () => !(await isUp(url)), npm.output);
    const { output } = await ended(npm);
    assert.match(output, /Stopping signal=SIGTERM/);
  });

  it('limits the heap of the server, by the budget where there is one', {
    skip: process.platform !== 'linux',
  }, async () => {
    /** Once it has replaced itself, which is before it loads anything. */
    async function flagsOf(command: readonly string[], settings: Record<string, string> = {}) {
      const server = start(process.execPath, command, folder, settings);
      const words = () => readFileSync(`/proc/${server.child.pid}/cmdline`, 'utf8').split('\0').slice(1);
      await until(() => words().some((word) => word.startsWith('--max-')), server.output);
      const flags = words();
      server.child.kill('SIGKILL');
      await ended(server);
      return flags.slice(0, flags.indexOf(PROGRAM));
    }
    const always = '--max-semi-space-size=8';
    assert.deepEqual(await flagsOf([PROGRAM]), [always]);
    writeFileSync(join(folder, '.env'), 'PORT=0\nMEMORY_BUDGET_MB="1000"\n');
    assert.deepEqual(await flagsOf([PROGRAM, 'serve']), ['--max-old-space-size=500', always]);
    assert.deepEqual(await flagsOf([PROGRAM], { MEMORY_BUDGET_MB: '2000' }), [
      '--max-old-space-size=1000',
      always,
    ]);
    rmSync(join(folder, '.env'));
    const own = ['--max-old-space-size=700', '--max-semi-space-size=16'];
    const server = start(process.execPath, [...own, PROGRAM]);
    await urlOf(server);
    const kept = readFileSync(`/proc/${server.child.pid}/cmdline`, 'utf8').split('\0').slice(1);
    server.child.kill('SIGTERM');
    assert.equal((await ended(server)).code, 0);
    assert.deepEqual(kept.slice(0, kept.indexOf(PROGRAM)), own);
  });

  it('takes the signals of one Ctrl-C for one', async () => {
    const server = start(process.execPath, [PROGRAM]);
    await urlOf(server);
    server.child.kill('SIGINT');
    server.child.kill('SIGINT');
    await until(() => server.output().includes('Stopping'), server.output);
    server.child.kill('SIGINT');
    const { code, output } = await ended(server);
    assert.equal(code, 0, output);
  });
});
