import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openCorpus } from '../bench/open-corpus.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TOWNS = ['Harwick', 'Millbrook', 'Ashdown'];

test('the benchmark measures the server on a folder of documents and questions', {
  skip: process.platform !== 'linux' && 'reads /proc',
}, async () => {
  const folder = writeCorpus(temporaryFolder());
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['bench/bench.ts', '--corpus', folder, '--documents', '5', '--answers', '8'],
    { cwd: ROOT },
  );
  const figuresOf = (row: string) => new RegExp(`^ +${row} +(.+)$`, 'm').exec(stdout)?.[1] ?? '';
  const numbersOf = (row: string) => Array.from(figuresOf(row).matchAll(/[\d.]+/g), ([n]) => Number(n));

  assert.match(stdout, /^5 documents of towns, 0\.0 MB$/m);
  assert.match(figuresOf('ingest'), /^[\d.]+ documents\/s, [\d.]+ ms CPU a document, .+; 5 chunks$/);
  assert.match(figuresOf('cites'), /^1\.000 among sources, 1\.000 with related, of 3 questions$/);
  for (const load of ['first time', 'warm', 'streamed', '16 in flight']) {
    const [perSecond, cpu, p50, p95, p99, firstEvent] = numbersOf(load);
    assert.ok(perSecond! > 0 && cpu! >= 0 && firstEvent! > 0, stdout);
    assert.ok(firstEvent! <= p50! && p50! <= p95! && p95! <= p99!, stdout);
  }
  for (const moment of ['started empty', 'after ingest', 'restarted', 'after 8 answers']) {
    const [server, all, heapUsed, heap, external] = numbersOf(moment);
    assert.ok(external! > 0 && heapUsed! > 0 && heapUsed! <= heap! && heap! < server!, stdout);
    assert.ok(server! <= all!, stdout);
  }
});

test('a corpus that is too small is repeated with other numbers', async () => {
  const folder = writeCorpus(temporaryFolder());

  const { files, questions } = await openCorpus({ corpus: folder, invented: false, documents: '5' });

  assert.equal(questions.length, 3);
  assert.deepEqual(
    files.map(({ original }) => original),
    ['Ashdown.md', 'Harwick.md', 'Millbrook.md', 'Ashdown.md', 'Harwick.md'],
  );
  assert.equal(new Set(files.map(({ name }) => name)).size, 5);
  assert.match(files[0]!.text, /in 1902/);
  assert.match(files[3]!.text, /in 1903/);
});

test('a corpus that is too large is cut, with its questions', async () => {
  const folder = writeCorpus(temporaryFolder());

  const { files, questions } = await openCorpus({ corpus: folder, invented: false, documents: '2' });

  assert.equal(files.length, 2);
  assert.deepEqual(
    questions.map(({ doc }) => doc),
    ['Harwick.md', 'Ashdown.md'],
  );
});

/** @returns A new folder in `parent`, with a document and a question for each town. */
function writeCorpus(parent: string): string {
  const folder = join(parent, 'towns');
  mkdirSync(join(folder, 'docs'), { recursive: true });
  for (const [n, town] of TOWNS.entries())
    writeFileSync(
      join(folder, 'docs', `${town}.md`),
      `# The town of ${town}\n\nThe bridge of ${town} was completed in ${1900 + n} after nine years of work.\n`,
    );
  const questions = TOWNS.map((town) =>
    JSON.stringify({ question: `When was the bridge of ${town} completed?`, doc: `${town}.md` }),
  );
  writeFileSync(join(folder, 'questions.jsonl'), `${questions.join('\n')}\n`);
  return folder;
}
