import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { makeZip } from '../../scripts/samples/zip.ts';
import { xlsxOf } from '../../test/office-files.ts';
import { deflatedRepeats, zipOf } from '../../test/zip-of.ts';
import { IngestFailure } from '../errors.ts';
import { formatOf } from './formats.ts';
import { parseFile } from './parse-file.ts';

const RECIPES = new URL('../../../shared/data/dev/hostile/bombs/recipes.jsonl', import.meta.url);
const SKIP = existsSync(RECIPES) ? false : `${RECIPES.pathname} is not here: the public recipes are needed`;

const MB = 2 ** 20;
const EXTRA_MEMORY_MAX = 200 * MB;
const DURATION_MAX_MS = 5_000;

/** A file made after a recipe: what it is named, its bytes, and how it ends, with a code or with this text. */
interface Hostile {
  readonly filename: string;
  readonly bytes: Uint8Array;
  readonly ends: string | { readonly text: RegExp };
}

const MADE: Readonly<Record<string, () => readonly Hostile[]>> = {
  'zip-ratio-flat': () => {
    const packed = deflatedRepeats(Buffer.alloc(MB), 1024);
    const flat = (name: string) => zipOf([{ name, content: '', packed, declaredSize: 100 }]);
    return [
      { filename: 'flat.zip', bytes: flat('a.txt'), ends: 'unsupported_file_type' },
      { filename: 'flat.xlsx', bytes: flat('_rels/.rels'), ends: 'too_complex' },
      { filename: 'flat.pptx', bytes: flat('_rels/.rels'), ends: 'too_complex' },
      { filename: 'flat.odt', bytes: flat('content.xml'), ends: 'too_complex' },
      { filename: 'flat.epub', bytes: flat('META-INF/container.xml'), ends: 'too_complex' },
    ];
  },
  'zip-nested-5x10': () => {
    let bytes = zipOf([{ name: 'leaf', content: '', packed: deflatedRepeats(Buffer.alloc(MB), 10) }]);
    for (let level = 0; level < 4; level++) {
      bytes = zipOf(Array.from({ length: 10 }, (_, i) => ({ name: `${i}.zip`, content: bytes })));
    }
    return [
      { filename: 'nested.zip', bytes, ends: 'unsupported_file_type' },
      { filename: 'nested.docx', bytes, ends: 'damaged_file' },
    ];
  },
  'docx-huge-document-xml': () => {
    const packed = deflatedRepeats(Buffer.alloc(MB, ' '), 2048);
    const bytes = zipOf([
      ...wordParts(),
      { name: 'word/document.xml', content: '', packed, declaredSize: 100 },
    ]);
    return [{ filename: 'huge.docx', bytes, ends: 'too_complex' }];
  },
  'docx-billion-laughs': () => {
    const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`);
    const dtd = `<!DOCTYPE x [<!ENTITY l0 "ha">${entities.join('')}]>`;
    return withDtd(dtd, '&l10;');
  },
  'docx-xxe': () => withDtd('<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '&x;'),
  'xlsx-declared-dimension': () => {
    const cell = (reference: string, text: string) => `<c r="${reference}" t="str"><v>${text}</v></c>`;
    const rows = `<row r="1">${cell('A1', 'first')}</row><row r="1048576">${cell('XFD1048576', 'last')}</row>`;
    const before = '<dimension ref="A1:XFD1048576"/>';
    return [
      {
        filename: 'sparse.xlsx',
        bytes: xlsxOf({ sheets: [{ name: 'S', before, rows }] }),
        ends: { text: /^S\n\nfirst\n\nlast$/ },
      },
    ];
  },
  'xlsx-shared-string-index': () => {
    const rows = '<row r="1"><c r="A1" t="s"><v>4294967295</v></c><c r="B1"><v>7</v></c></row>';
    return [
      {
        filename: 'index.xlsx',
        bytes: xlsxOf({ sheets: [{ name: 'S', rows }] }),
        ends: { text: /^S\n\n7$/ },
      },
    ];
  },
};

const recipes = SKIP
  ? []
  : readFileSync(RECIPES, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { name: string }).name)
      .filter((name) => /^(?:zip|docx|xlsx)-/.test(name));

test('the public recipes of archives are all made here', { skip: SKIP }, () => {
  assert.deepEqual(recipes.toSorted(), Object.keys(MADE).toSorted());
});

for (const [recipe, make] of Object.entries(MADE)) {
  test(`${recipe} ends in time and in little memory`, async () => {
    for (const hostile of make()) {
      const memoryBefore = process.memoryUsage.rss();
      const startedAt = performance.now();
      const outcome = await read(hostile);
      assert.ok(performance.now() - startedAt < DURATION_MAX_MS, hostile.filename);
      assert.ok(process.memoryUsage.rss() - memoryBefore < EXTRA_MEMORY_MAX, hostile.filename);
      if (typeof hostile.ends === 'string') assert.equal(outcome, hostile.ends, hostile.filename);
      else assert.match(outcome, hostile.ends.text, hostile.filename);
    }
  });
}

/** The text of the file, or the code with which it is refused. */
async function read({ filename, bytes }: Hostile): Promise<string> {
  const found = formatOf({ filename, mediaType: null, head: bytes.subarray(0, 4096) });
  if ('refusal' in found) return found.refusal.code;
  try {
    const file = { path: 'unused', format: found.format, title: null, filename };
    return (await parseFile(file, bytes)).text;
  } catch (error) {
    if (error instanceof IngestFailure) return error.code;
    throw error;
  }
}

function wordParts() {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return [
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content:
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    },
  ];
}

/** The same trick in every format that is XML inside. */
function withDtd(dtd: string, reference: string): Hostile[] {
  const part = (name: string, content: string) => ({ name, content });
  const relation = (target: string) =>
    part(
      '_rels/.rels',
      `<Relationships><Relationship Id="r" Type="x/officeDocument" Target="${target}"/></Relationships>`,
    );
  const word = `${dtd}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${reference}</w:t></w:r></w:p></w:body></w:document>`;
  const book = `${dtd}<package><metadata><title>${reference}</title></metadata></package>`;
  const container = '<container><rootfile full-path="b.opf"/></container>';
  const file = (filename: string, ...parts: { name: string; content: string }[]): Hostile => ({
    filename,
    bytes: makeZip(parts.map(({ name, content }) => ({ name, text: content }))),
    ends: 'damaged_file',
  });
  return [
    file('a.docx', ...wordParts(), part('word/document.xml', word)),
    file('a.xlsx', relation('w.xml'), part('w.xml', `${dtd}<workbook><a>${reference}</a></workbook>`)),
    file(
      'a.pptx',
      relation('p.xml'),
      part('p.xml', `${dtd}<presentation><a>${reference}</a></presentation>`),
    ),
    file('a.odt', part('content.xml', `${dtd}<document-content><p>${reference}</p></document-content>`)),
    file('a.epub', part('META-INF/container.xml', container), part('b.opf', book)),
  ];
}
