import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isGone } from '../../../test/is-gone.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { openParserPool } from './parser-pool.ts';

const folder = temporaryFolder();

/**
 * A child that behaves as its file's name says, and answers with its own process id as the title. Only the pool is
 * tested here; `parser-process.ts` has its own tests.
 */
const CHILD = pathToFileURL(join(folder, 'child.mjs'));
writeFileSync(
  CHILD,
  `const prepared = (memoryBytes) => process.send({ kind: 'prepared', memoryBytes,
     document: { title: String(process.pid), language: Object.keys(process.env).join(), pages: null, chunks: [] } });
   const acts = {
     good: () => prepared(1),
     slow: () => setTimeout(prepared, 2_500, 1),
     pages: () => {
       let page = 0;
       setInterval(() => ++page < 7 ? process.send({ kind: 'stage', stage: 'parsing', share: page / 7 }) : prepared(1), 1_000);
     },
     fat: () => prepared(2 ** 40),
     refused: () => process.send({ kind: 'failed', code: 'no_text', message: 'No text.', memoryBytes: 1 }),
     spin: () => { for (;;); },
     exit: () => process.exit(3),
     abort: () => process.abort(),
     swell: () => { for (const all = []; ; ) all.push(Buffer.alloc(2 ** 24, 1)); },
     hoard: () => { for (const all = []; ; ) all.push(new Array(1e5).fill({}).map(() => ({}))); },
   };
   acts.scan = (recognition) => recognition === 'possible'
     ? process.send({ kind: 'scanned', pages: [2, 3], memoryBytes: 1 })
     : process.send({ kind: 'failed', code: 'no_text', memoryBytes: 1,
         message: recognition === 'unavailable' ? recognition : [...recognition].join() });
   process.on('message', ({ file, recognition }) => {
     process.send({ kind: 'stage', stage: 'parsing', share: 0 });
     acts[file.filename](recognition);
   });
   process.on('disconnect', () => process.exit());`,
);

const open = (options: Partial<Parameters<typeof openParserPool>[0]> = {}) =>
  openParserPool({ entry: CHILD, processes: 1, timeoutMs: 120_000, heapMb: 64, ...options });
const file = (filename: string) => ({ path: 'unused', format: 'text', title: null, filename });
const never = new AbortController().signal;
const pidOf = async (pool: ReturnType<typeof open>, filename = 'good') =>
  Number((await pool.prepare(file(filename), { signal: never })).title);

test('one process reads file after file, and says what it does', async () => {
  await using pool = open();
  const stages: string[] = [];
  const first = await pool.prepare(file('good'), { signal: never, onStage: (stage) => stages.push(stage) });
  assert.deepEqual(stages, ['parsing']);
  assert.equal(await pidOf(pool), Number(first.title));
  await assert.rejects(pool.prepare(file('refused'), { signal: never }), {
    name: 'IngestFailure',
    code: 'no_text',
  });
  assert.equal(await pidOf(pool), Number(first.title));
});

test('a process without work ends, and the next file gets another one', async () => {
  await using pool = open({ idleMs: 50 });
  const pid = await pidOf(pool);
  assert.ok(await isGone(pid));
  assert.notEqual(await pidOf(pool), pid);
});

test('no file is given to a process that is about to end', async () => {
  await using pool = open({ idleMs: 1 });
  const pids = new Set<number>();
  for (let i = 0; i < 5; i++) {
    pids.add(await pidOf(pool));
    await pause(1);
  }
  assert.ok(pids.size > 1);
});

test('of two processes without work, one ends soon and the other stays', async () => {
  await using pool = open({ processes: 2, idleMs: 20_000 });
  await pidOf(pool);
  const pids = await Promise.all([pidOf(pool, 'slow'), pidOf(pool, 'slow')]);
  assert.notEqual(pids[0], pids[1]);
  assert.ok(await Promise.race(pids.map(isGone)));
  assert.ok(pids.includes(await pidOf(pool)));
});

test('small files share one process', async () => {
  await using pool = open({ processes: 2 });
  await pidOf(pool);
  const pids = await Promise.all(Array.from({ length: 8 }, () => pidOf(pool)));
  assert.equal(new Set(pids).size, 1);
});

test('while files take long, others run side by side on as many processes as there are', async () => {
  await using pool = open({ processes: 3 });
  const ending = new AbortController();
  const spinning = Promise.allSettled(
    ['spin', 'spin'].map((act) => pool.prepare(file(act), { signal: ending.signal })),
  );
  const pids = await Promise.all(Array.from({ length: 4 }, () => pidOf(pool)));
  assert.equal(new Set(pids).size, 1);
  ending.abort();
  await spinning;
});

test('the environment of the server is not told to the processes', async () => {
  await using pool = open();
  process.env.DOCENT_TEST_SECRET = 'secret';
  const { language } = await pool.prepare(file('good'), { signal: never });
  delete process.env.DOCENT_TEST_SECRET;
  assert.doesNotMatch(language ?? '', /DOCENT_TEST_SECRET|PATH|HOME/);
});

test('pages that a file has no text for are recognised in between, where that is possible', async () => {
  const scan = { ...file('scan'), path: 'scan.pdf' };
  await using blind = open();
  await assert.rejects(blind.prepare(scan, { signal: never }), { message: 'unavailable' });
  await using pool = open({
    recognise: async (path, pages) => new Map(pages.map((page) => [page, `${path} ${page}`])),
  });
  await assert.rejects(pool.prepare(scan, { signal: never }), {
    name: 'IngestFailure',
    message: '2,scan.pdf 2,3,scan.pdf 3',
  });
  await assert.doesNotReject(pool.prepare(file('good'), { signal: never }));
});

test('a process that takes too long is killed, and the next file gets a new one', async () => {
  // The start of a process is within it.
  await using pool = open({ timeoutMs: 4_500 });
  const pid = await pidOf(pool);
  await assert.rejects(pool.prepare(file('spin'), { signal: never }), {
    code: 'parse_timeout',
    message: /4\.5 s/,
  });
  assert.ok(await isGone(pid));
  assert.notEqual(await pidOf(pool), pid);
});

test('a process that tells of progress gets the deadline again', async () => {
  await using pool = open({ timeoutMs: 4_500 });
  const shares: number[] = [];
  const onStage = (_: string, share: number) => shares.push(share);
  await pool.prepare(file('pages'), { signal: never, onStage });
  assert.deepEqual(shares, [0, 1 / 7, 2 / 7, 3 / 7, 4 / 7, 5 / 7, 6 / 7]);
});

test('while the server itself is stopped, no deadline passes', async () => {
  await using pool = open({ timeoutMs: 4_500 });
  const first = await pidOf(pool);
  const reading = pidOf(pool);
  await nextTurn();
  // As when its machine or its container is paused: the reply waits to be read.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000);
  assert.equal(await reading, first);
});

test('a process that crashes takes only its own file with it', async () => {
  await using pool = open({ processes: 2 });
  for (const act of ['exit', 'abort']) {
    const others = Array.from({ length: 4 }, () => pidOf(pool));
    await assert.rejects(pool.prepare(file(act), { signal: never }), { code: 'parse_crashed' });
    assert.equal((await Promise.all(others)).length, 4);
  }
});

test('a heap that is full means that the file is too complex, not that it is worth another try', async () => {
  await using pool = open({ heapMb: 32 });
  await assert.rejects(pool.prepare(file('hoard'), { signal: never }), {
    code: 'too_complex',
    message: /32 MB/,
  });
});

const SKIP = existsSync('/proc/self/statm')
  ? false
  : 'the memory of a process is told by /proc, which is not here';

test('memory outside of the heap is bounded too', { skip: SKIP }, async () => {
  await using pool = open();
  await assert.rejects(pool.prepare(file('swell'), { signal: never }), {
    code: 'too_complex',
    message: /576 MB/,
  });
});

test('an abort stops the work of the process, and takes a waiting file out of the line', async () => {
  await using pool = open();
  const pid = await pidOf(pool);
  const running = new AbortController();
  const waiting = new AbortController();
  const first = pool.prepare(file('spin'), {
    signal: running.signal,
    onStage: () => running.abort(new Error('left')),
  });
  const second = pool.prepare(file('spin'), { signal: waiting.signal });
  const third = pidOf(pool);
  waiting.abort(new Error('left too'));
  await assert.rejects(second, /left too/);
  await assert.rejects(first, /left/);
  assert.ok(await isGone(pid));
  assert.notEqual(await third, pid);
  await assert.rejects(
    pool.prepare(file('good'), { signal: AbortSignal.abort(new Error('never')) }),
    /never/,
  );
});

test('a process that holds on to much memory is replaced', async () => {
  await using pool = open();
  const pid = await pidOf(pool, 'fat');
  assert.ok(await isGone(pid));
  assert.notEqual(await pidOf(pool), pid);
});

test('a process that died while it was idle is replaced', async () => {
  await using pool = open();
  const pid = await pidOf(pool);
  process.kill(pid, 'SIGKILL');
  assert.ok(await isGone(pid));
  // A file that comes before the pool has heard of it crashes, and is tried again.
  const next = await pidOf(pool).catch((error: { code?: string }) => {
    assert.equal(error.code, 'parse_crashed');
    return pidOf(pool);
  });
  assert.notEqual(next, pid);
});

test('a closed pool kills what runs, and takes nothing more', async () => {
  const pool = open();
  const pid = await pidOf(pool);
  const started = Promise.withResolvers<unknown>();
  const running = assert.rejects(pool.prepare(file('spin'), { signal: never, onStage: started.resolve }), {
    code: 'parse_crashed',
  });
  const waiting = assert.rejects(pool.prepare(file('good'), { signal: never }), /closed/);
  await started.promise;
  await pool[Symbol.asyncDispose]();
  await Promise.all([running, waiting]);
  assert.ok(await isGone(pid));
  await assert.rejects(pool.prepare(file('good'), { signal: never }), /closed/);
});
