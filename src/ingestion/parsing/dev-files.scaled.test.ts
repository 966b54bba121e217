import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { after, test } from 'node:test';
import { atLength } from '../../../test/length.ts';
import { IngestFailure } from '../../errors.ts';
import { FORMATS, formatOf } from './formats.ts';
import { parseFile } from './parse-file.ts';
import type { ParsedDocument } from './parsed-document.ts';

const FOLDER = new URL('../../../../shared/data/dev/documents/files/', import.meta.url);
/** A few large ones take most of the time. */
const FILE_BYTES_MAX = atLength({ short: 60_000, full: Number.POSITIVE_INFINITY });
const SKIP = existsSync(FOLDER) ? false : `${FOLDER.pathname} is not here: the public test files are needed`;

interface Expectation {
  readonly file: string;
  readonly expect: 'text' | 'reject' | 'no_text' | 'either';
  readonly must_contain: readonly { readonly text: string; readonly page?: number | null }[];
  readonly must_not_contain?: readonly string[];
}

const expectations = SKIP
  ? []
  : readFileSync(new URL('expect.jsonl', FOLDER), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((row) => JSON.parse(row) as Expectation)
      .filter(({ file }) => isRead(file));
const outcomes = new Map<string, Promise<Outcome>>();
const met = new Map<string, { met: number; files: number }>();

test('the public test files are here', { skip: SKIP }, () => assert.ok(expectations.length > 100));

for (const folder of new Set(expectations.map(({ file }) => file.split('/')[0]!))) {
  test(`files of ${folder}/ are read or refused as expected`, async (t) => {
    for (const expectation of expectations.filter(({ file }) => file.startsWith(`${folder}/`))) {
      await t.test(expectation.file, () => check(expectation));
    }
  });
}

test('terms stand with their definitions, and sentences go on over page ends', { skip: SKIP }, async () => {
  for (const [file, text] of [
    ['html/google-sre-book-1.html', '\n\nLatency: The time it takes to service a request. '],
    ['pdf/freeculture.pdf', 'of [his] profit.” This means we must determine'],
    ['pdf/freeculture.pdf', 'before we know how strongly the law should seek to either prevent it'],
  ].filter(([file]) => isRead(file!)) as [string, string][]) {
    const outcome = await read(file);
    assert.ok('parsed' in outcome && outcome.parsed.text.includes(text), `${file}: ${text}`);
  }
});

const COLLECTIONS = new URL('../../../../shared/data/dev/asked/', import.meta.url);
/** Real collections, and the markup of theirs that no text may show. Code may. */
const MARKUP: Readonly<Record<string, RegExp>> = {
  'audacity-support': /\{%|%\}|^description:/m,
  'npm-support': /^import .* from |<>|\{shared|^redirect_from:/m,
  policies: /<%=? ?(?:current_page|partial|content_for)|\{\{ site|^(?:last_reviewed_on|title):/m,
  'sourcegraph-handbook': /\[!\w+\]|\{#[\w-]+\}|\{\{generator:(?!\*)/,
  syncthing: /^\.\.(?: |$)|:(?:ref|doc|file|opt|option|manpage):`|`_(?:\W|$)/m,
};

for (const [collection, markup] of Object.entries(MARKUP)) {
  const folder = new URL(`${collection}/files/`, COLLECTIONS);
  const skip = existsSync(folder) ? false : `${folder.pathname} is not here`;
  test(`pages of ${collection} show no markup of their generator`, { skip }, async () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(?:md|rst)$/.test(file),
    );
    assert.ok(files.length > 50);
    const showing: string[] = [];
    for (const path of files) {
      const bytes = readFileSync(new URL(path.split('/').map(encodeURIComponent).join('/'), folder));
      const file = { path, format: path.endsWith('.rst') ? 'rst' : 'markdown', title: null, filename: path };
      const parsed = await parseFile(file, bytes).catch((error: unknown) => {
        // A page that only lists others.
        assert.ok(error instanceof IngestFailure && error.code === 'no_text', path);
        return undefined;
      });
      const shown = parsed?.blocks.filter(({ kind }) => kind !== 'code') ?? [];
      for (const { start, end } of shown) {
        const text = parsed!.text.slice(start, end);
        if (markup.test(text)) showing.push(`${path}: ${text.slice(0, 200)}`);
      }
    }
    assert.deepEqual(showing, []);
  });
}

after(() => {
  for (const [group, { met: count, files }] of met)
    process.stdout.write(`# ${group}: ${count} of ${files} as expected\n`);
});

function isRead(file: string): boolean {
  return statSync(new URL(file, FOLDER)).size <= FILE_BYTES_MAX;
}

async function check(expectation: Expectation): Promise<void> {
  const { file } = expectation;
  const extension = file.split('.').at(-1)!;
  const isLater = !Object.values(FORMATS).some(({ extensions }) => extension in extensions);
  const outcome = await read(file);
  const missing = missingIn(outcome, expectation);
  const group = `${file.split('/')[0]} ${expectation.expect}${isLater ? ' (format not read)' : ''}`;
  const tally = met.get(group) ?? { met: 0, files: 0 };
  met.set(group, { met: tally.met + (missing.length === 0 ? 1 : 0), files: tally.files + 1 });
  if (isLater) assert.ok('refused' in outcome, `${file} is of a format that is not read, and was`);
  else assert.deepEqual(missing, []);
}

type Outcome = { readonly parsed: ParsedDocument } | { readonly refused: string };

/** Each file once: a long one takes seconds. */
function read(file: string): Promise<Outcome> {
  const outcome = outcomes.get(file) ?? readAnew(file);
  outcomes.set(file, outcome);
  return outcome;
}

/** Anything but a refusal and an `IngestFailure` is thrown on. */
async function readAnew(file: string): Promise<Outcome> {
  const bytes = readFileSync(new URL(file, FOLDER));
  const filename = file.split('/').at(-1)!;
  const found = formatOf({ filename, mediaType: null, head: bytes.subarray(0, 4096) });
  if ('refusal' in found) return { refused: found.refusal.code };
  try {
    return { parsed: await parseFile({ path: file, format: found.format, title: null, filename }, bytes) };
  } catch (error) {
    if (error instanceof IngestFailure) return { refused: error.code };
    throw error;
  }
}

/** What an expectation asks for and does not get. */
function missingIn(outcome: Outcome, { expect, must_contain, must_not_contain = [] }: Expectation): string[] {
  if ('refused' in outcome) {
    const isEmpty = outcome.refused === 'no_text' || outcome.refused === 'no_text_layer';
    return expect === 'text' || (expect === 'no_text' && !isEmpty) ? [`text, not ${outcome.refused}`] : [];
  }
  if (expect === 'reject' || expect === 'no_text') return ['a refusal'];
  const { parsed } = outcome;
  const whole = comparable(parsed.text);
  const ofPage = (page: number) => comparable(textOfPage(parsed, page));
  return [
    ...must_contain
      // The marks of Markdown's headings, and of reStructuredText's literals and directives, are no text.
      .map(({ text, page }) => ({ text: text.replace(/^#+ |``/g, ''), page }))
      .filter(({ text }) => !/^\.\. \w+::/.test(text))
      // Glyph numbers, which are read as the letters that they draw.
      .filter(({ text }) => !text.includes('\u0003'))
      .filter(({ text, page }) => !(page ? ofPage(page) : whole).includes(comparable(text)))
      .map(({ text, page }) => `${text}${page ? ` on page ${page}` : ''}`),
    ...must_not_contain.filter((text) => whole.includes(comparable(text))).map((text) => `no ${text}`),
  ];
}

function textOfPage({ text, blocks, frame = [] }: ParsedDocument, page: number): string {
  return [...blocks, ...frame]
    .filter((block) => block.page === page)
    .map(({ start, end }) => text.slice(start, end))
    .join('\n');
}

/** As the files' README compares: NFKC, lower case, without white space, soft hyphens and zero-width characters. */
function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u00ad\u200b-\u200f\u2060\ufeff]/g, '');
}
