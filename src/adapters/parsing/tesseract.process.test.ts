import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { makePdf } from '../../../scripts/samples/pdf.ts';
import { isGone } from '../../../test/is-gone.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { openParserPool } from './parser-pool.ts';
import { openTextRecognition } from './tesseract.ts';

const folder = temporaryFolder();

const never = new AbortController().signal;
const lines: string[] = [];
const log = (message: string) => void lines.push(message);
const logger = { debug: log, info: log, warn: log, error: log, enabled: () => true };

const INSTALLED = ['pdftoppm', 'tesseract'].every((name) =>
  ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].some((path) => existsSync(join(path, name))),
);
const SKIP = INSTALLED
  ? false
  : 'pdftoppm and tesseract are not installed: scanned pages are NOT tested here';

const SCAN = new URL(
  '../../../../shared/data/dev/documents/files/pdf-no-text/loremipsum-flat.pdf',
  import.meta.url,
);
const SCAN_SKIP = existsSync(SCAN) ? false : `${SCAN.pathname} is not here: the public test files are needed`;

before(() => {
  // The page's own text is drawn by the renderer, and so it is a picture to the reader.
  const page = [{ kind: 'paragraph' as const, text: 'The library opens at nine.' }];
  writeFileSync(join(folder, 'scan.pdf'), makePdf({ title: 'Scan', pages: [page, [], page] }));
});

test('pages are read by their numbers, and those without words are absent', { skip: SKIP }, async () => {
  const recognise = await openTextRecognition({ languages: ['eng'], logger });
  const pages = await recognise!(join(folder, 'scan.pdf'), [2, 3], { signal: never });
  assert.deepEqual([...pages.keys()], [3]);
  assert.match(pages.get(3)!, /The library opens at nine\./);
});

test('a file that cannot be rendered has no text on any page', { skip: SKIP }, async () => {
  writeFileSync(join(folder, 'broken.pdf'), '%PDF-1.7 and no more');
  const recognise = await openTextRecognition({ languages: ['eng'], logger });
  assert.equal((await recognise!(join(folder, 'broken.pdf'), [1], { signal: never })).size, 0);
});

test('a scan becomes a document through the real parser', {
  skip: SKIP || SCAN_SKIP,
  timeout: 600_000,
}, async () => {
  const recognise = await openTextRecognition({ languages: ['eng'], logger });
  await using pool = openParserPool({
    entry: new URL('../../parser-process.ts', import.meta.url),
    processes: 1,
    timeoutMs: 300_000,
    heapMb: 512,
    recognise,
  });
  const file = { path: SCAN.pathname, format: 'pdf', title: null, filename: 'scan.pdf' };
  const { text, pages, chunks } = await pool.prepare(file, { signal: never });
  assert.equal(pages, 1);
  assert.match(
    text,
    /^File created: 2023-03-09\n\nLorem ipsum dolor sit amet, consectetur adipiscing elit\. Nunc sollicitudin molestie consequat/,
  );
  assert.ok(chunks.every(({ page }) => page === 1));
});

test('recognition is off without languages, without the programs, and without the language', async () => {
  assert.equal(await openTextRecognition({ languages: [], logger }), undefined);
  assert.equal(await openTextRecognition({ languages: ['eng'], logger, folders: [folder] }), undefined);
  assert.match(lines.at(-1)!, /not both installed/);
  const folders = [tools({ pdftoppm: 'exit 0', tesseract: 'echo eng' })];
  assert.equal(await openTextRecognition({ languages: ['eng', 'tlh'], logger, folders }), undefined);
  assert.match(lines.at(-1)!, /lacks languages/);
});

test('tesseract finds the languages in the folder that is set', async () => {
  const folders = [tools({ pdftoppm: 'exit 0', tesseract: 'cat "$TESSDATA_PREFIX/languages"' })];
  writeFileSync(join(folder, 'languages'), 'tlh\n');
  const options = { languages: ['tlh'], logger, folders };
  assert.equal(await openTextRecognition(options), undefined);
  assert.ok(await openTextRecognition({ ...options, tessdataFolder: folder }));
});

test('a page that takes too long is named in the log, and the others are read', async () => {
  const read = `[ "$1" = --list-langs ] && echo eng && exit; read -r page; [ $page = 2 ] && exec sleep 60; echo Words`;
  const folders = [tools({ pdftoppm: 'echo $2', tesseract: read })];
  const recognise = await openTextRecognition({ languages: ['eng'], logger, folders, pageTimeoutMs: 3_000 });
  assert.deepEqual([...(await recognise!('any.pdf', [1, 2, 3], { signal: never })).keys()], [1, 3]);
  assert.match(lines.at(-1)!, /page was not read/);
});

test('an abort and the deadline stop the programs, not only the waiting', async () => {
  const pids = join(folder, 'pids');
  const hang = `echo $$ >> ${pids}; exec sleep 60`;
  const folders = [
    tools({ pdftoppm: hang, tesseract: `[ "$1" = --list-langs ] && echo eng && exit; ${hang}` }),
  ];
  const options = { languages: ['eng'], logger, folders };
  const abort = new AbortController();
  const recognise = await openTextRecognition(options);
  const reading = recognise!('any.pdf', [1], { signal: abort.signal });
  await twoPids(pids);
  abort.abort(new Error('cancelled'));
  await assert.rejects(reading, /cancelled/);
  const hasty = await openTextRecognition({ ...options, fileTimeoutMs: 300 });
  await assert.rejects(hasty!('any.pdf', [1, 2], { signal: never }), { code: 'parse_timeout' });
  for (const pid of readFileSync(pids, 'utf8').trim().split('\n')) assert.ok(await isGone(Number(pid)), pid);
});

async function twoPids(file: string): Promise<void> {
  for (let tries = 0; tries < 3_000; tries++) {
    if (existsSync(file) && readFileSync(file, 'utf8').split('\n').length > 2) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail('the programs did not start');
}

/** Programs of these names, as shell scripts. */
function tools(scripts: Readonly<Record<string, string>>): string {
  const own = mkdtempSync(join(folder, 'bin-'));
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(own, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(own, name), 0o755);
  }
  return own;
}
