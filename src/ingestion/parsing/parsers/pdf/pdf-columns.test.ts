import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placedTextPdf as pdfOf, type PlacedText as Shown } from '../../../../../test/placed-text-pdf.ts';
import { parsePdf } from './pdf.ts';

const SIZE = 10;
const LEADING = 12;
const LEFT = 60;
const COLUMN_WIDTH = 225;
const GUTTER = 20;

const LEFT_PROSE =
  'The harbour was built in the years after the great flood, when the council decided that the old quays could not be repaired. Stone came down the river on barges and was cut on the spot by masons from four countries. Most of them stayed, married and opened small shops in the lanes behind the customs house, and their names are still found on the doors. The works were paid for by a toll on every barrel.';
const RIGHT_PROSE =
  'A second basin followed forty years later, deeper than the first and closed by a gate that a single man could turn. It was meant for the ice trade, which ended before the gate was finished, so the town let it to fishermen for a small rent. They keep their nets there until this day. The gate was listed as a monument last spring and may not be altered without leave.';

test('columns that were written row by row are read one after the other, below a title and above a note', async () => {
  for (const order of ['rows', 'columns'] as const) {
    const { text } = await parsePdf(pdfOf([page({ order })]));
    const words = text.replace(/\s+/g, ' ');
    assert.ok(words.includes(LEFT_PROSE), `${order}: ${words}`);
    assert.ok(words.includes(RIGHT_PROSE), `${order}: ${words}`);
    const places = ['The harbours', 'The harbour was', 'A second basin', 'This note runs'].map((start) =>
      words.indexOf(start),
    );
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
      order,
    );
    assert.ok(!text.includes('\t'), order);
  }
});

test('words that are parted at the end of a column line are whole again, and running heads frame the text', async () => {
  const pages = ['salt', 'herring', 'oil'].map((goods, i) => [
    { text: `Harbour yearbook ${i + 1}`, x: LEFT, y: 800 },
    ...page({ order: 'rows', hyphens: 'every line', goods }),
    { text: String(i + 1), x: LEFT, y: 30 },
  ]);
  const { text, blocks, frame } = await parsePdf(pdfOf(pages));
  const content = text.slice(0, blocks.at(-1)!.end);
  assert.equal(content.match(/Harbour yearbook/g)?.length, 1);
  // The first is content, and the number of its page says nothing alone.
  assert.deepEqual(
    frame?.map(({ page }) => page),
    [2, 3],
  );
  for (const { page, start, end } of frame!)
    assert.match(text.slice(start, end), new RegExp(`^Harbour yearbook ${page}\\b.* ${page}$`));
  const words = content.replace(/\s+/g, ' ');
  for (const goods of ['salt', 'herring', 'oil'])
    assert.ok(words.includes(`${LEFT_PROSE} And for ${goods}. ${RIGHT_PROSE} And for ${goods}.`), text);
});

test('columns whose lines stand at different heights, and three of them', async () => {
  const offset = page({ order: 'rows', rightShift: 6 });
  assert.ok((await parsePdf(pdfOf([offset]))).text.replace(/\s+/g, ' ').includes(LEFT_PROSE));
  const width = 145;
  const columns = [LEFT_PROSE, RIGHT_PROSE, LEFT_PROSE.replaceAll('harbour', 'market')].map((prose, i) =>
    wrapped(prose, width).map((text, row) => ({
      text,
      x: LEFT + i * (width + GUTTER),
      y: 700 - row * LEADING,
    })),
  );
  const words = (await parsePdf(pdfOf([byRows(columns)]))).text.replace(/\s+/g, ' ');
  assert.ok(words.includes(`${LEFT_PROSE} ${RIGHT_PROSE}`), words);
  assert.ok(words.includes('The market was built in the years after the great flood'), words);
});

test('a table keeps its rows, also between columns and with words in two of its columns', async () => {
  const rows = [
    ['Net revenues', '4,210', '3,998'],
    ['Cost of sales', '(2,300)', '(2,140)'],
    ['Gross profit', '1,910', '1,858'],
    ['Selling and administration', '(801)', '(777)'],
    ['Research and development', '(402)', '(391)'],
    ['Operating profit', '707', '690'],
    ['Tax on profit', '(150)', '(141)'],
  ];
  const table = rows.flatMap((cells, row) =>
    cells.map((text, i) => ({ text, x: [LEFT, 330, 450][i]!, y: 480 - row * LEADING })),
  );
  const { text } = await parsePdf(pdfOf([[...page({ order: 'rows' }), ...table]]));
  for (const cells of rows) assert.ok(text.includes(cells.join('\t')), `${cells} in ${text}`);
  assert.ok(text.replace(/\s+/g, ' ').includes(LEFT_PROSE));

  const terms = ['Office', 'Opens at', 'Closes at', 'Who to ask', 'Telephone', 'Rooms', 'Floor', 'Access'];
  const directory = terms.flatMap((term, row) => [
    { text: term, x: LEFT, y: 700 - row * LEADING },
    { text: `Value of ${term.toLowerCase()} for visitors`, x: LEFT + 200, y: 700 - row * LEADING },
  ]);
  const listed = await parsePdf(pdfOf([directory]));
  assert.match(listed.text, /Opens at\tValue of opens at for visitors\n/);
});

test('a table whose cells are prose and were written one after the other stays in that order', async () => {
  const cells = [LEFT_PROSE, RIGHT_PROSE, LEFT_PROSE.replaceAll('harbour', 'market'), RIGHT_PROSE].flatMap(
    (prose, cell) =>
      wrapped(prose, COLUMN_WIDTH).map((text, line) => ({
        text,
        x: LEFT + (cell % 2) * (COLUMN_WIDTH + GUTTER),
        y: 720 - Math.floor(cell / 2) * 130 - line * LEADING,
      })),
  );
  const words = (await parsePdf(pdfOf([cells]))).text.replace(/\s+/g, ' ');
  assert.ok(words.indexOf(RIGHT_PROSE) < words.indexOf('The market was built'), words);
});

test('Hebrew columns are read from right to left', async () => {
  // Words of Hebrew letters by their code points: the fonts of the file need not have them.
  const { inReadingOrder } = await import('./pdf-columns.ts');
  const item = (str: string, x: number, y: number) => ({
    ...{ str, transform: [10, 0, 0, 10, x, y] },
    ...{ width: 200, height: 10, fontName: 'f' },
  });
  const rows = Array.from({ length: 8 }, (_, row) => [
    item(`שמאל ${'מילה '.repeat(5)}`, 60, 700 - row * 12),
    item(`ימין ${'מילה '.repeat(5)}`, 300, 700 - row * 12),
  ]).flat();
  const order = inReadingOrder(rows).map(({ str }) => str.slice(0, 4).trim());
  assert.deepEqual(order, [...Array(8).fill('ימין'), ...Array(8).fill('שמאל')]);
});

/** A title and a note over the whole width, and two columns between them. */
function page({
  order,
  hyphens = 'none',
  rightShift = 0,
  goods,
}: {
  order: 'rows' | 'columns';
  hyphens?: 'none' | 'every line';
  rightShift?: number;
  goods?: string;
}): Shown[] {
  const columns = [LEFT_PROSE, RIGHT_PROSE].map((prose, i) =>
    wrapped(goods ? `${prose} And for ${goods}.` : prose, COLUMN_WIDTH, hyphens).map((text, row) => ({
      text,
      x: LEFT + i * (COLUMN_WIDTH + GUTTER),
      y: 720 - row * LEADING - i * rightShift,
    })),
  );
  return [
    { text: 'The harbours of a small town and of its neighbours', x: LEFT, y: 760, size: 18 },
    ...(order === 'rows' ? byRows(columns) : columns.flat()),
    { text: `This note runs over both columns ${'and on and on '.repeat(5)}`, x: LEFT, y: 520 },
  ];
}

function byRows(columns: readonly (readonly Shown[])[]): Shown[] {
  return columns.flat().sort((a, b) => b.y - a.y || a.x - b.x);
}

function wrapped(text: string, width: number, hyphens: 'none' | 'every line' = 'none'): string[] {
  const charactersMax = Math.floor(width / (SIZE * 0.5));
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const room = charactersMax - line.length - 2;
    if (line.length + 1 + word.length <= charactersMax) line = line ? `${line} ${word}` : word;
    else if (hyphens === 'every line' && room >= 2 && /^[a-z]{6,}$/.test(word)) {
      const cut = Math.min(room, word.length - 2);
      lines.push(`${line} ${word.slice(0, cut)}-`);
      line = word.slice(cut);
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
