import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../test/temporary-folder.ts';

const MAIN = new URL('./docent.js', import.meta.url).pathname;

const folder = temporaryFolder();
/** A start that hangs is killed. */
const TIMEOUT_MS = 60_000;

function start(args: readonly string[], settings: Record<string, string> = {}): ChildProcess {
  const env = { PATH: process.env.PATH ?? '', ...settings };
  return spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
}

async function outcomeOf(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  let out = '';
  let err = '';
  child.stdout!.on('data', (bytes) => {
    out += bytes;
  });
  child.stderr!.on('data', (bytes) => {
    err += bytes;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}

const run = (args: readonly string[], settings?: Record<string, string>) => outcomeOf(start(args, settings));

describe('docent', () => {
  for (const args of [['--help'], ['help'], ['help', 'ingest']]) {
    it(`explains itself: ${args.join(' ')}`, async () => {
      const { code, out, err } = await run(args);
      assert.deepEqual({ code, err }, { code: 0, err: '' });
      assert.match(out, /^Usage: docent /);
    });
  }

  it('ends quietly when nobody reads what it prints', { skip: process.platform === 'win32' }, async () => {
    const piped = spawn('sh', ['-c', '"$0" "$1" config | true', process.execPath, MAIN], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    assert.deepEqual(await outcomeOf(piped), { code: 0, out: '', err: '' });
  });

  it('says what it takes, and what it does not know', async () => {
    const { code, err } = await run(['ingst']);
    assert.equal(code, 2);
    assert.match(err, /^docent: unknown command 'ingst'\n\(Did you mean ingest\?\)\n/);
  });

  it('prints the effective settings: the environment over .env over the defaults', async () => {
    writeFileSync(join(folder, '.env'), 'PORT=9001\nTOP_K="7" # seven\n');
    const { code, out } = await run(['config'], { TOP_K: '8', LOG_LEVEL: '' });
    rmSync(join(folder, '.env'));
    assert.equal(code, 0);
    assert.match(out, /^PORT=9001 {2}# default 8000$/m);
    assert.match(out, /^TOP_K=8 {2}# default 5$/m);
    assert.match(out, /^LOG_LEVEL=info$/m);
  });

  it('names misspelt settings of .env, but not of the environment, and goes on', async () => {
    writeFileSync(join(folder, '.env'), '\ufeffPORT=9001\nLLM_PROVDER=openai\n');
    const { code, out, err } = await run(['config'], { LOG_LEVLE: 'debug' });
    rmSync(join(folder, '.env'));
    assert.equal(code, 0);
    assert.match(out, /^PORT=9001 /m);
    assert.equal(err, 'docent: .env, line 2: LLM_PROVDER is not a setting. Did you mean LLM_PROVIDER?\n');
  });

  it('does not start with bad settings: exit 1, a ValueError that names all of them, nothing on disk', async () => {
    const { code, out, err } = await run([], { PORT: 'http', LLM_PROVIDER: 'oracle' });
    assert.equal(code, 1);
    assert.equal(out, '');
    assert.match(err, /^ValueError: .*\n {2}PORT takes .*"http"\n {2}LLM_PROVIDER takes .*"oracle"\n$/);
    assert.equal(existsSync(join(folder, 'data')), false);
  });

  it('does not start without the settings of a .env that cannot be read', async () => {
    mkdirSync(join(folder, '.env'));
    const { code, err } = await run(['serve']);
    rmSync(join(folder, '.env'), { recursive: true });
    assert.equal(code, 1);
    assert.match(err, /^ValueError: Cannot read the settings in \.env: EISDIR.*\n$/);
  });

  it('says which folder cannot be made, as when a disk is not mounted', async () => {
    symlinkSync(join(folder, 'not-mounted'), join(folder, 'disk'));
    const { code, err } = await run([], { PORT: '0', DATA_DIR: 'disk/docent' });
    assert.equal(code, 1);
    assert.match(err, /^docent: Cannot write to disk\/docent or .*mkdir.* Set DATA_DIR or LOG_DIR\.\n$/);
  });

  it('says which setting to change where no folder can be made', {
    skip: !existsSync('/proc/self'),
  }, async () => {
    for (const settings of [{ DATA_DIR: '/proc/docent' }, { DATA_DIR: '/proc' }, { LOG_DIR: '/proc/logs' }]) {
      const { code, err } = await run([], { PORT: '0', ...settings });
      assert.equal(code, 1);
      assert.match(err, /^docent: Cannot write to .*\/proc.* Set DATA_DIR or LOG_DIR\.\n$/);
    }
  });

  it('says what to look at when a database cannot be opened', async () => {
    const dataDir = join(folder, 'held');
    mkdirSync(dataDir);
    using holder = new DatabaseSync(join(dataDir, 'docent.db'));
    holder.exec('BEGIN EXCLUSIVE');
    const { code, err } = await run([], { PORT: '0', DATA_DIR: dataDir });
    assert.equal(code, 1);
    assert.match(err, /^docent: Cannot open the databases in \S+: database is locked\. Check .*\n$/);
  });

  it('says how few files may be open', { skip: process.platform === 'win32' }, async () => {
    const limited = spawn('sh', ['-c', 'ulimit -n 30 && exec "$0" "$@"', process.execPath, MAIN], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: join(folder, 'few') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { code, err } = await outcomeOf(limited);
    assert.equal(code, 1);
    assert.match(err, /^docent: Cannot .*ulimit -n.*\n$/);
  });

  it('says which address is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, err } = await run([], { PORT: String(port) });
    other.close();
    assert.equal(code, 1);
    assert.equal(
      err,
      `docent: Cannot listen on 127.0.0.1:${port} as another program does. Stop that one, or set PORT.\n`,
    );
  });

  it('serves until it is told to stop, and says that another may not use its folder', async () => {
    const child = start([], { PORT: '0', LOG_FORMAT: 'json', LOG_DIR: 'json-logs' });
    const ended = outcomeOf(child);
    for await (const bytes of child.stdout!.iterator({ destroyOnReturn: false })) {
      if (String(bytes).includes('Docent answers at')) break;
    }
    const second = await run([], { PORT: '0' });
    assert.equal(second.code, 1);
    assert.match(second.err, /^docent: Cannot use the data folder .* set DATA_DIR .*\n$/);

    child.kill('SIGTERM');
    const { code, err } = await ended;
    assert.equal(code, 0, err);
    assert.equal(err, '');
    const lines = readFileSync(join(folder, 'json-logs', 'app.log'), 'utf8')
      .trimEnd()
      .split('\n');
    const fields = lines.map((line) => Object.keys(JSON.parse(line)));
    for (const names of fields) assert.deepEqual(names, ['timestamp', 'level', 'correlation_id', 'message']);
    assert.match(lines.at(-1)!, /Stopping signal=SIGTERM/);
  });
});
