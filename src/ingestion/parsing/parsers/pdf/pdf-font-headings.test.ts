import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelsByFont } from './pdf-font-headings.ts';
import type { PdfLine } from './pdf-lines.ts';

interface Sketch {
  readonly text: string;
  readonly font?: string;
  readonly size?: number;
  readonly x?: number;
  readonly drop?: number;
}

/** Cells are separated by tabs, 100 units apart; lines drop by 12 units unless they say otherwise. */
function pageOf(...sketches: (string | Sketch)[]): PdfLine[] {
  let y = 800;
  return sketches.map((sketch) => {
    const {
      text,
      font = 'body',
      size = 10,
      x = 50,
      drop = 12,
    } = typeof sketch === 'string' ? { text: sketch } : sketch;
    y -= drop;
    const cells = text.split('\t').map((cell, i) => ({
      text: cell,
      x: i === 0 ? x : 300 + 100 * i,
      endX: i === 0 ? x + 5 * cell.length : 350 + 100 * i,
    }));
    return { text, cells, x, endX: cells.at(-1)!.endX, y, size, angle: 0, font };
  });
}

const bold = (text: string, more: Partial<Sketch> = {}): Sketch => ({
  text,
  font: 'bold',
  drop: 24,
  ...more,
});
const PROSE = Array.from(
  { length: 6 },
  (_, i) => `A line of ordinary prose, as wide as the page is, with the number ${i}`,
);
const headings = (...pages: PdfLine[][]) =>
  [...levelsByFont(pages)].map(([{ text }, level]) => [text, level]);

test('a short line in another font above text is a heading, one in capitals of the level above', () => {
  assert.deepEqual(
    headings(
      pageOf(bold('NOTES'), { text: PROSE[0]!, drop: 24 }, ...PROSE, bold('Use of estimates'), ...PROSE),
    ),
    [
      ['NOTES', 4],
      ['Use of estimates', 5],
    ],
  );
});

test('a line that the next one continues is prose, whatever room is between them', () => {
  const line = bold('A bill of materials is a record of the parts');
  assert.deepEqual(
    headings(pageOf(line, bold('of what was built, and of who supplied each.'), ...PROSE)),
    [],
  );
  assert.deepEqual(headings(pageOf(bold('Sample code'), bold('print(now)'), ...PROSE)), [['Sample code', 5]]);
});

test('a heading may take two lines, but not a word above another', () => {
  const page = pageOf(
    bold('Records of vaccines and good practice'),
    bold('in the systems of others', { drop: 12 }),
    { text: PROSE[0]!, drop: 24 },
    ...PROSE,
    bold('Principal'),
    bold('outstanding', { drop: 12 }),
    ...PROSE,
  );
  assert.deepEqual(headings(page), [
    ['Records of vaccines and good practice', 5],
    ['in the systems of others', 5],
    ['Principal', 5],
  ]);
});

test('long lines above one that is no heading begin its sentence', () => {
  const page = pageOf(
    bold('All members received the satisfaction of making a'),
    bold('Contribution to the education of our community.', { drop: 12 }),
    { text: PROSE[0]!, drop: 24 },
    ...PROSE,
    bold('Benefits'),
    bold('All of them are free for the members.', { drop: 12 }),
    ...PROSE,
  );
  assert.deepEqual(headings(page), [['Benefits', 5]]);
});

test('the title of a statement heads its table, with the note on its units', () => {
  const page = pageOf(
    bold('Consolidated Balance Sheets', { x: 232 }),
    bold('($ in millions)', { x: 262, drop: 12, size: 8 }),
    'December 31,\t2023\t2022',
    'Cash\t$ 5\t$ 4',
    'Inventories\t32\t43',
  );
  assert.deepEqual(headings(page), [
    ['Consolidated Balance Sheets', 5],
    ['($ in millions)', 6],
  ]);
});

test('a label of rows within a table is no heading', () => {
  const page = pageOf(
    'December 31,\t2023\t2022',
    bold('Assets', { drop: 12 }),
    'Cash\t$ 5\t$ 4',
    'Total assets\t$ 5\t$ 4',
    bold('Liabilities and equity', { drop: 20 }),
    'Accounts payable\t1\t2',
    bold('Commitments and contingencies', { drop: 12 }),
    ...PROSE,
  );
  assert.deepEqual(headings(page), []);
});

test('a line within a paragraph, a paragraph in bold and the end of a sentence are no headings', () => {
  const page = pageOf(
    ...PROSE,
    { text: 'The Dense Passage Retriever', font: 'italic' },
    ...PROSE,
    bold('We may not be able to protect'),
    bold('our business as well as we would', { drop: 12 }),
    bold('like to, and our results of operations', { drop: 12 }),
    bold('would suffer from it a great deal', { drop: 12 }),
    ...PROSE,
    bold('It is due.'),
    ...PROSE,
  );
  assert.deepEqual(headings(page), []);
});

test('a line that comes back on many pages, a formula and a column head are no headings', () => {
  const page = pageOf(
    bold('Notes (continued)'),
    { text: PROSE[0]!, drop: 24 },
    ...PROSE,
    bold('B = { 1 | 2 ∈ 3 } Br'),
    ...PROSE,
    bold('Year ended May 31', { x: 320 }),
    'In euros\t2023\t2022',
    'Sales\t5\t4',
  );
  assert.deepEqual(headings(page, page, page, page), []);
});
