import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeDocx } from '../scripts/samples/docx.ts';
import { makePdf } from '../scripts/samples/pdf.ts';
import { isGone } from '../test/is-gone.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { openParserPool } from './adapters/parsing/parser-pool.ts';

const ENTRY = new URL('./parser-process.ts', import.meta.url);
const folder = temporaryFolder();

const sample = {
  title: 'Museum handbook',
  pages: [
    [
      { kind: 'heading' as const, text: 'Hours' },
      { kind: 'paragraph' as const, text: 'Open until 18:00 on Sundays.' },
    ],
  ],
};
const FILES: Readonly<Record<string, { format: string; bytes: Uint8Array }>> = {
  'a.pdf': { format: 'pdf', bytes: makePdf(sample) },
  'a.docx': { format: 'docx', bytes: makeDocx(sample) },
  'a.html': {
    format: 'html',
    bytes: Buffer.from('<title>Museum handbook</title><p>Open until 18:00 on Sundays.'),
  },
  'a.md': { format: 'markdown', bytes: Buffer.from('# Museum handbook\n\nOpen until 18:00 on Sundays.\n') },
  'a.csv': { format: 'csv', bytes: Buffer.from('day,hours\nSunday,Open until 18:00 on Sundays.\n') },
  'a.txt': { format: 'text', bytes: Buffer.from('Open until 18:00 on Sundays.\n') },
};
const never = new AbortController().signal;

function fileOf(filename: string, format: string) {
  return { path: join(folder, filename), format, title: null, filename };
}

test('files of every format come back in chunks', async () => {
  await using pool = openParserPool({ entry: ENTRY, processes: 1, timeoutMs: 30_000, heapMb: 256 });
  for (const [filename, { format, bytes }] of Object.entries(FILES)) {
    const path = join(folder, filename);
    writeFileSync(path, bytes);
    const prepared = await pool.prepare(fileOf(filename, format), { signal: never });
    assert.ok(
      prepared.chunks.some(({ text }) => text.includes('Open until 18:00 on Sundays.')),
      filename,
    );
    assert.equal(prepared.title, /csv|txt/.test(filename) ? 'A' : 'Museum handbook', filename);
    assert.equal(prepared.pages, format === 'pdf' ? 1 : null);
  }
});

test('a PDF whose table of offsets is off by a byte is read all the same', async () => {
  await using pool = openParserPool({ entry: ENTRY, processes: 1, timeoutMs: 30_000, heapMb: 256 });
  const pages = [...sample.pages, ...sample.pages];
  const whole = Buffer.from(makePdf({ ...sample, pages })).toString('latin1');
  const path = join(folder, 'off.pdf');
  const [object, table] = [whole.indexOf('\n3 0 obj'), whole.lastIndexOf('\nxref')];
  const off = `${whole.slice(0, object)}${whole.slice(object + 1, table)}\n${whole.slice(table)}`;
  writeFileSync(path, Buffer.from(off, 'latin1'));
  const { chunks } = await pool.prepare(fileOf('off.pdf', 'pdf'), { signal: never });
  assert.ok(chunks.some(({ text }) => text.includes('Open until 18:00 on Sundays.')));
});

test('a file that takes long to parse says when it is cut into chunks', async () => {
  await using pool = openParserPool({ entry: ENTRY, processes: 1, timeoutMs: 30_000, heapMb: 256 });
  const rows = Array.from({ length: 40_000 }, (_, i) => `<tr><td>Part ${i}</td><td>${i * 7}</td></tr>`);
  writeFileSync(join(folder, 'long.html'), `<table>${rows.join('')}</table>`);
  const stages: string[] = [];
  await pool.prepare(fileOf('long.html', 'html'), { signal: never, onStage: (stage) => stages.push(stage) });
  assert.deepEqual(stages, ['chunking']);
});

test('a document that is too large for one message comes back whole', async () => {
  await using pool = openParserPool({ entry: ENTRY, processes: 1, timeoutMs: 30_000, heapMb: 256 });
  const lines = Array.from({ length: 20_000 }, (_, i) => `The ${i}th line says ${i * 7} and nothing else.`);
  writeFileSync(join(folder, 'large.txt'), lines.join('\n\n'));
  const prepared = await pool.prepare(fileOf('large.txt', 'text'), { signal: never });
  assert.equal(prepared.text, lines.join('\n\n'));
  assert.deepEqual(
    prepared.chunks.map(({ ordinal }) => ordinal),
    prepared.chunks.map((_, i) => i),
  );
  assert.ok(prepared.chunks.every(({ text, start, end }) => text === prepared.text.slice(start, end)));
  assert.equal(prepared.chunks.at(-1)?.end, prepared.text.length);
});

test('a file that gives no text fails with its reason, a missing one with no path in it', async () => {
  await using pool = openParserPool({ entry: ENTRY, processes: 1, timeoutMs: 30_000, heapMb: 256 });
  writeFileSync(join(folder, 'empty.txt'), '\n \n');
  await assert.rejects(pool.prepare(fileOf('empty.txt', 'text'), { signal: never }), { code: 'no_text' });
  await assert.rejects(pool.prepare(fileOf('missing.txt', 'text'), { signal: never }), (error: Error) => {
    assert.deepEqual([error.name, 'code' in error && error.code], ['IngestFailure', 'internal_error']);
    assert.doesNotMatch(error.message, /missing|\//);
    return true;
  });
});

const SKIP = existsSync('/proc/self/task')
  ? false
  : 'the children of a process are found in /proc, which is not here';

test('the processes end when the server is killed', { skip: SKIP }, async () => {
  writeFileSync(join(folder, 'b.txt'), 'Words.\n');
  const pool = new URL('./adapters/parsing/parser-pool.ts', import.meta.url);
  const server = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { openParserPool } from ${JSON.stringify(pool)};
       const pool = openParserPool({ entry: new URL(${JSON.stringify(ENTRY)}), processes: 1, timeoutMs: 30000, heapMb: 64 });
       await pool.prepare(${JSON.stringify(fileOf('b.txt', 'text'))}, { signal: new AbortController().signal });
       process.stdout.write('warm');`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await once(server.stdout, 'data');
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(' ');
  assert.equal(children.length, 1);
  server.kill('SIGKILL');
  assert.ok(await isGone(Number(children[0])));
});
