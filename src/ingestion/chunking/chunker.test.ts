import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { processorMs } from '../../../test/processor-time.ts';
import { startDocumentText } from '../parsing/document-text.ts';
import type { Block, ParsedDocument } from '../parsing/parsed-document.ts';
import { chunkDocument } from './chunker.ts';

interface Piece {
  readonly kind?: Block['kind'];
  readonly text: string;
  readonly level?: number;
  readonly page?: number | null;
  /** Instead of what stands between other pieces. */
  readonly joint?: string;
}

function documentOf(pieces: readonly Piece[], between = '\n\n'): ParsedDocument {
  let text = '';
  const blocks: Block[] = [];
  for (const { kind = 'paragraph', text: piece, level, page = null, joint = between } of pieces) {
    if (text !== '') text += joint;
    const start = text.length;
    text += piece;
    blocks.push({ kind, start, end: text.length, page, ...(level === undefined ? {} : { level }) });
  }
  return { title: null, text, blocks, pages: null };
}

const heading = (text: string, level = 1, page: number | null = null): Piece => ({
  kind: 'heading',
  text,
  level,
  page,
});
/** `count` words in sentences of ten. */
const prose = (count: number, word = 'word') =>
  Array.from({ length: count / 10 }, (_, i) => `Sentence ${i}${` ${word}`.repeat(7)} end.`).join(' ');
const wordsOf = (text: string) => text.split(/\s+/).length;
const chunksOf = (...pieces: Piece[]) => chunkDocument(documentOf(pieces));

test('a document without blocks has no chunks', () => {
  assert.deepEqual(chunksOf(), []);
  assert.deepEqual(
    chunkDocument({
      title: null,
      text: ' \n',
      blocks: [{ kind: 'paragraph', start: 0, end: 2, page: null }],
      pages: null,
    }),
    [],
  );
});

test('a short document is one chunk', () => {
  const [chunk, ...more] = chunksOf({ text: prose(100) }, { text: prose(100) });
  assert.deepEqual([chunk?.ordinal, chunk?.start, chunk?.page, chunk?.section], [0, 0, null, null]);
  assert.deepEqual(more, []);
});

test('long text is cut into whole sentences of 130 to 220 words', () => {
  for (const count of [250, 400, 530, 1_000, 5_000]) {
    for (const { text } of chunksOf({ text: prose(count) })) {
      assert.ok(wordsOf(text) >= 120 && wordsOf(text) <= 220, `${wordsOf(text)} of ${count}`);
      assert.match(text, /^Sentence.*end\.$/);
    }
  }
});

test('a chunk preferably ends where a block ends', () => {
  const chunks = chunksOf({ text: prose(150) }, { text: prose(200) });
  assert.deepEqual(
    chunks.map(({ text }) => wordsOf(text)),
    [150, 200],
  );
});

test('unspaced scripts are measured in characters', () => {
  const chinese = '我们在北京大学学习中文。'.repeat(200);
  const sizes = chunksOf({ text: chinese }).map(({ text }) => text.length);
  assert.ok(
    sizes.every((size) => size >= 280 && size <= 520),
    String(sizes),
  );
});

test('a heading opens a section path and stays with the text that follows', () => {
  const chunks = chunksOf(
    { text: prose(100) },
    heading('Guide'),
    heading('Install', 2),
    { text: prose(100) },
    heading('Linux', 3),
    { text: prose(100) },
    heading('Use', 2),
    { text: prose(100) },
    heading('Appendix'),
    { text: prose(100) },
  );
  assert.deepEqual(
    chunks.map(({ section, text }) => [section, text.split('\n', 1)[0]]),
    [
      [null, prose(100)],
      ['Guide › Install', 'Guide'],
      ['Guide › Install › Linux', 'Linux'],
      ['Guide › Use', 'Use'],
      ['Appendix', 'Appendix'],
    ],
  );
});

test('a question stays with the answer below it', () => {
  const chunks = chunksOf(
    { text: prose(160) },
    { text: 'May parents come along?' },
    { text: `No, ${prose(170)}` },
  );
  assert.deepEqual(
    chunks.map(({ text }) => text.includes('May parents')),
    [false, true],
  );
  assert.equal(chunksOf({ text: prose(160) }, { text: 'May parents come along?' }).length, 1);
});

test('a heading at the very end is not lost', () => {
  const chunks = chunksOf(heading('One'), { text: prose(100) }, heading('Two'));
  assert.equal(chunks.at(-1)?.text, 'Two');
  assert.equal(chunks.at(-1)?.section, 'Two');
});

test('a block that names its section itself is in no other', () => {
  const document = startDocumentText();
  for (const section of [['a'], ['a', '1'], ['a', '1'], ['b']])
    document.add('table', `Row of ${'words '.repeat(70)}`, { section });
  document.addFrame('Imprint');
  const chunks = chunkDocument(document.finish({ title: null }));
  assert.deepEqual(
    chunks.map(({ section }) => section),
    ['a', 'a › 1', 'b'],
  );
  assert.doesNotMatch(chunks.map(({ text }) => text).join(), /Imprint/);
});

test('a small section is joined with the next of its parent under the headings that both have', () => {
  const chunks = chunksOf(
    heading('FAQ'),
    ...['First', 'Second', 'Third'].flatMap((title) => [heading(title, 2), { text: prose(30) }]),
    heading('Terms'),
    { text: prose(30) },
  );
  assert.deepEqual(
    chunks.map(({ section, text }) => [section, wordsOf(text)]),
    [
      ['FAQ', 63],
      ['FAQ › Third', 31],
      ['Terms', 31],
    ],
  );
});

test('an introduction of a few words is joined with the first section within it', () => {
  const chunks = chunksOf(heading('Guide'), { text: prose(20) }, heading('Install', 2), { text: prose(100) });
  assert.deepEqual(
    chunks.map(({ section }) => section),
    ['Guide'],
  );
});

test('text above the first heading is joined with no section', () => {
  const chunks = chunksOf({ text: prose(20) }, heading('Guide'), { text: prose(20) });
  assert.deepEqual(
    chunks.map(({ section }) => section),
    [null, 'Guide'],
  );
});

test('a table that fits stays whole with its header, a longer one is cut between rows', () => {
  const row = (i: number) => `row ${i} | value ${i} | unit`;
  const rows = (count: number) =>
    ['name | value | unit', ...Array.from({ length: count }, (_, i) => row(i))].join('\n');
  const [small] = chunksOf({ text: prose(100) }, { kind: 'table', text: rows(30) }).slice(-1);
  assert.equal(small?.text, rows(30));
  const large = chunksOf({ kind: 'table', text: rows(500) });
  assert.ok(large.length > 5);
  for (const { text } of large) assert.match(text, /^(?:name|row \d).* unit$/s);
});

test('code is cut at lines and keeps its indentation', () => {
  const line = '    if (ready) await run(step, { signal });';
  const chunks = chunksOf({ kind: 'code', text: Array(300).fill(line).join('\n') });
  assert.ok(chunks.length > 3);
  for (const { text, layout } of chunks) {
    assert.ok(text.split('\n').every((found) => found === line));
    assert.deepEqual(layout, { code: [{ start: 0, end: text.length }] });
  }
});

test('a chunk says where its headings and its code are', () => {
  const [mixed] = chunksOf(
    heading('Set-up', 1),
    { text: 'Run:' },
    { kind: 'code', text: 'a' },
    { kind: 'code', text: 'b\nc' },
  );
  const said = ({ start, end }: { start: number; end: number }) => mixed?.text.slice(start, end);
  assert.deepEqual(mixed?.layout?.headings?.map(said), ['Set-up']);
  assert.deepEqual(mixed?.layout?.code?.map(said), ['a', 'b\nc']);
  assert.equal(chunksOf({ text: 'Run:' })[0]?.layout, undefined);
});

test('a chunk stays on its page', () => {
  const chunks = chunksOf(
    { text: prose(50), page: 1 },
    heading('End of page', 1, 1),
    { text: prose(50), page: 2 },
    { text: prose(10), page: 4 },
  );
  assert.deepEqual(
    chunks.map(({ page, section, text }) => [page, section, wordsOf(text)]),
    [
      [1, null, 50],
      [1, 'End of page', 3],
      [2, 'End of page', 50],
      [4, 'End of page', 10],
    ],
  );
});

test('a sentence over the end of a page belongs to the page on which it began', () => {
  for (const [joint, kind] of [
    [' ', 'paragraph'],
    ['', 'list_item'],
  ] as const) {
    const chunks = chunksOf(
      { kind, text: 'It ends here. The fee is due', page: 1 },
      { kind, text: 'within thirty days. Later it doubles.', page: 2, joint },
    );
    assert.deepEqual(
      chunks.map(({ page, text }) => [page, text]),
      [
        [1, `It ends here. The fee is due${joint}within thirty days.`],
        [2, 'Later it doubles.'],
      ],
    );
  }
});

test('a text on the next page that a line end tells from the last one is another', () => {
  const chunks = chunksOf({ text: 'The fee is due', page: 1 }, { text: 'within thirty days.', page: 2 });
  assert.deepEqual(
    chunks.map(({ page, text }) => [page, text]),
    [
      [1, 'The fee is due'],
      [2, 'within thirty days.'],
    ],
  );
});

test('text without spaces gives chunks of bounded length', () => {
  for (const kind of ['paragraph', 'code', 'table', 'heading', 'list_item'] as const) {
    const chunks = chunksOf({ kind, text: 'x'.repeat(50_000) }, { text: 'end' });
    assert.ok(chunks.length > 10);
    assert.ok(
      chunks.every(({ text }) => text.length <= 4_000),
      kind,
    );
  }
});

test('many small blocks take little time', async () => {
  const tookMs = await processorMs(() => {
    chunksOf(
      ...Array.from({ length: 50_000 }, (_, i) => ({
        kind: 'list_item' as const,
        text: `Row: ${i} | Name: a`,
      })),
    );
    chunksOf(...Array.from({ length: 20_000 }, (_, i) => heading(`Heading ${i}`, (i % 6) + 1)));
  });
  assert.ok(tookMs < 5_000, `${tookMs} ms`);
});

const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
const anyText = fc.oneof(
  fc.string({ unit: anyUnit, minLength: 1, maxLength: 50 }),
  fc
    .array(
      fc.constantFrom(
        'Word',
        'word',
        '7',
        '中文',
        'ไทย',
        '. ',
        '。',
        '\n',
        '\n\n',
        ' ',
        '| ',
        'x'.repeat(700),
      ),
      { minLength: 1, maxLength: 300 },
    )
    .map((pieces) => pieces.join('')),
);
const anyPiece = fc.record({
  kind: fc.constantFrom('heading', 'paragraph', 'list_item', 'table', 'code'),
  text: anyText,
  level: fc.integer({ min: 1, max: 6 }),
  turnsPage: fc.boolean(),
});

test('chunks are ordered, disjoint and bounded, and hold every character of the blocks that is not white space', () => {
  fc.assert(
    fc.property(
      fc.array(anyPiece, { maxLength: 12 }),
      fc.constantFrom('\n\n', '\n', ' '.repeat(5_000)),
      (pieces, between) => {
        let page = 1;
        const parsed = documentOf(
          pieces.map(({ turnsPage, ...piece }) => ({ ...piece, page: turnsPage ? ++page : page })),
          between,
        );
        let last = 0;
        for (const [i, chunk] of chunkDocument(parsed).entries()) {
          assert.equal(chunk.ordinal, i);
          assert.equal(chunk.text, parsed.text.slice(chunk.start, chunk.end));
          assert.ok(chunk.text.trim() !== '' && chunk.text.length <= 4_000);
          assert.equal(parsed.text.slice(last, chunk.start).trim(), '');
          const first = parsed.blocks.find(({ start, end }) => start <= chunk.start && chunk.start < end);
          assert.equal(chunk.page, first?.page);
          last = chunk.end;
        }
        assert.equal(parsed.text.slice(last).trim(), '');
      },
    ),
    { numRuns: 300 },
  );
});
