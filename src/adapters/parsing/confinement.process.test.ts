import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isGone } from '../../../test/is-gone.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { findConfinement } from './confinement.ts';
import { openParserPool } from './parser-pool.ts';

const folder = temporaryFolder();
const found = await findConfinement({ memoryMb: 2048, cpuSeconds: 1 });
/** Filling the memory, or starting on a slow machine, takes more than a second of the processor. */
const patient = await findConfinement({ memoryMb: 2048, cpuSeconds: 60 });
const needs = (program: string) =>
  found.by.includes(program) ? false : `SKIPPED: ${program} is not here, or not allowed`;

function run(code: string, { launcher } = found) {
  const [program = '', ...args] = [...launcher, process.execPath, '--eval', code];
  return spawnSync(program, args, { encoding: 'utf8', timeout: 120_000, env: {} });
}

test('memory outside of the heap has an end that the kernel keeps', { skip: needs('prlimit') }, () => {
  const { stderr } = run('for (const all = []; ; ) all.push(Buffer.alloc(2 ** 26, 1));', patient);
  assert.match(stderr, /allocat/);
});

test('a process that spins is ended by the kernel', { skip: needs('prlimit') }, () => {
  assert.equal(run('for (;;);').signal, 'SIGKILL');
});

test('there is no network', { skip: needs('unshare') }, () => {
  const { stdout } = run('fetch("http://1.1.1.1").catch(({ cause }) => console.log(cause.code));', patient);
  assert.equal(stdout, 'ENETUNREACH\n');
});

test('where nothing is installed, nothing is put before the command line', async () => {
  const none = await findConfinement({ memoryMb: 2048, cpuSeconds: 1, folders: [folder] });
  assert.deepEqual(none, { launcher: [], by: [], dropsPermissions: found.dropsPermissions });
});

test('a process that spins ends with the server that is killed', { skip: needs('setpriv') }, async () => {
  const entry = pathToFileURL(join(folder, 'spin.mjs'));
  writeFileSync(
    entry,
    `process.on('message', () => { process.send({ kind: 'stage', stage: 'parsing' }); setTimeout(() => { for (;;); }); });`,
  );
  const pool = new URL('./parser-pool.ts', import.meta.url);
  const file = { path: 'unused', format: 'text', title: null, filename: 'a' };
  const server = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { openParserPool } from ${JSON.stringify(pool)};
       const pool = openParserPool({ entry: new URL(${JSON.stringify(entry)}), processes: 1, timeoutMs: 30000, heapMb: 64 });
       const onStage = () => process.stdout.write('spins');
       await pool.prepare(${JSON.stringify(file)}, { signal: new AbortController().signal, onStage });`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await once(server.stdout, 'data');
  const [pid = ''] = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').split(' ');
  server.kill('SIGKILL');
  assert.ok(await isGone(Number(pid)));
});

test('a parser reads what it is meant to, writes nothing and starts nothing', async () => {
  const entry = pathToFileURL(join(folder, 'try.mjs'));
  const secret = join(tmpdir(), 'docent-secret');
  writeFileSync(
    entry,
    `import { readFileSync, writeFileSync } from 'node:fs';
     import { spawnSync } from 'node:child_process';
     import { Worker } from 'node:worker_threads';
     const denied = (act) => { try { act(); return 'allowed'; } catch (error) { return error.code; } };
     process.on('message', ({ file }) => process.send({ kind: 'prepared', memoryBytes: 1, document: { title: [
       denied(() => readFileSync(file.path)), denied(() => readFileSync(${JSON.stringify(secret)})),
       denied(() => writeFileSync(file.path, '')), denied(() => spawnSync('true')), denied(() => new Worker('1', { eval: true })),
     ].join(), language: null, pages: null, chunks: [] } }));
     process.on('disconnect', () => process.exit());`,
  );
  await using pool = openParserPool({
    ...{ entry, processes: 1, timeoutMs: 60_000, heapMb: 64 },
    readable: [folder],
  });
  const path = join(folder, 'try.mjs');
  const file = { path, format: 'text', title: null, filename: 'a' };
  const { title } = await pool.prepare(file, { signal: new AbortController().signal });
  assert.equal(title, `allowed${',ERR_ACCESS_DENIED'.repeat(4)}`);
  assert.ok(existsSync(path));
});

test('compiled code is kept for the next parser, and none can write there', async (t) => {
  if (!found.dropsPermissions) return t.skip('SKIPPED: this Node cannot take permissions back');
  const compiled = join(folder, 'compiled');
  const entry = pathToFileURL(join(folder, 'keep.mjs'));
  writeFileSync(
    entry,
    `import { writeFileSync } from 'node:fs';
     import { flushCompileCache } from 'node:module';
     process.on('message', () => {
       let title = 'allowed';
       try { writeFileSync(${JSON.stringify(join(compiled, 'a'))}, ''); } catch (error) { title = error.code; }
       flushCompileCache();
       process.send({ kind: 'prepared', memoryBytes: 1, document: { title, language: null, pages: null, chunks: [] } });
     });
     process.on('disconnect', () => process.exit());`,
  );
  const readWithNewPool = async () => {
    const options = {
      entry,
      processes: 1,
      timeoutMs: 60_000,
      heapMb: 64,
      readable: [entry.pathname],
      compiled,
    };
    await using pool = openParserPool(options);
    const file = { path: 'unused', format: 'text', title: null, filename: 'a' };
    const { title } = await pool.prepare(file, { signal: new AbortController().signal });
    const kept = readdirSync(compiled, { recursive: true, withFileTypes: true }).filter((found) =>
      found.isFile(),
    );
    return { title, inodes: kept.map(({ parentPath, name }) => statSync(join(parentPath, name)).ino) };
  };
  const first = await readWithNewPool();
  assert.equal(first.title, 'ERR_ACCESS_DENIED');
  assert.notEqual(first.inodes.length, 0);
  // Missing or unreadable code is compiled and written again, to another file.
  assert.deepEqual(await readWithNewPool(), first);
});
