import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withHeadedCells } from './pdf-grids.ts';
import { linesOf } from './pdf-lines.ts';

const SIZE = 10;
/** Width of a character. */
const PITCH = 5;
const COLUMN = 120;

const at = (str: string, column: number, y: number, fontName = 'plain') => ({
  str,
  transform: [SIZE, 0, 0, SIZE, 40 + column * COLUMN, y],
  width: str.length * PITCH,
  height: SIZE,
  fontName,
});
const headed = (items: readonly ReturnType<typeof at>[]) =>
  withHeadedCells(linesOf(items), () => false, new Set()).map(({ text }) => text);
/** Lines from the top of a page; the first one is bold where asked. */
const written = (rows: readonly (readonly string[])[], { head = 'plain' } = {}) =>
  headed(
    rows.flatMap((cells, row) =>
      cells.map((str, column) => at(str, column, 700 - row * 15, row === 0 ? head : 'plain')),
    ),
  );

test('the rows of a data sheet have the names of their columns, also where cells are empty', () => {
  assert.deepEqual(
    written([
      ['Symbol', 'Parameter', 'Min', 'Max', 'Unit'],
      ['VCC', 'Supply voltage', '2.7', '5.5', 'V'],
      ['ICC', 'Quiescent current', '', '20', 'µA'],
      ['TA', 'Ambient temperature', '-40', '85', '°C'],
    ]).slice(1),
    [
      'Symbol: VCC | Parameter: Supply voltage | Min: 2.7 | Max: 5.5 | Unit: V',
      'Symbol: ICC | Parameter: Quiescent current | Max: 20 | Unit: µA',
      'Symbol: TA | Parameter: Ambient temperature | Min: -40 | Max: 85 | Unit: °C',
    ],
  );
});

test('words alone are a table below a head in another font', () => {
  const rows = [
    ['Feature', 'Free', 'Business'],
    ['Single sign-on', 'No', 'Yes'],
    ['Guests', 'None', 'Unlimited'],
  ];
  assert.deepEqual(written(rows, { head: 'bold' }).slice(1), [
    'Feature: Single sign-on | Free: No | Business: Yes',
    'Feature: Guests | Free: None | Business: Unlimited',
  ]);
});

test('addresses, forms and columns of prose are no tables', () => {
  const addresses = [
    ['Acme Ltd', 'Mr Smith', 'Warehouse'],
    ['1 Harbour Road', '2 Mill Lane', 'Dock Street'],
    ['London', 'Leeds', 'Hull'],
  ];
  const form = [
    ['Name:', 'Ann', 'Born:', '1990'],
    ['Street:', '2 Mill Lane', 'Town:', 'Hull'],
    ['Phone:', '123', 'Mail:', 'ann@acme.example'],
  ];
  const prose = [
    ['Fast', 'Safe', 'Cheap'],
    ['It reads a hundred', 'Nothing leaves the', 'Nobody pays for it'],
    ['files in a second', 'house and nobody', 'before it is of use'],
    ['while others wait', 'looks at it again', 'to the whole team'],
  ];
  for (const rows of [addresses, form, prose])
    assert.deepEqual(
      written(rows, { head: rows === prose ? 'bold' : 'plain' }),
      rows.map((cells) => cells.join('\t')),
    );
});

test('a line of code above a list in another font heads no table', () => {
  const code = [
    ['let sum = a + b', '# adds', 'two'],
    ['print(add(1, 2))', '# prints', '3'],
  ];
  const list = ['Pears', 'Plums', 'Figs', 'Dates', 'Limes', 'Cherries'].map((name) => [name, name, name]);
  const items = [...code, ...list].flatMap((cells, row) =>
    cells.map((str, column) => at(str, column, 700 - row * 15, row < code.length ? 'mono' : 'plain')),
  );
  assert.deepEqual(
    headed(items),
    [...code, ...list].map((cells) => cells.join('\t')),
  );
});

test('cells of several lines are joined, whether they are written cell by cell or centred in their rows', () => {
  const items = [
    ...['Leave', 'Days', 'Notice'].map((str, i) => at(str, i, 700, 'bold')),
    ...[at('Parental', 0, 674), at('leave', 0, 662), at('Up to a year', 1, 668)],
    ...[at('Seven weeks', 2, 680), at('before it begins,', 2, 668), at('in writing', 2, 656)],
    ...[at('Sick leave', 0, 630), at('10', 1, 630), at('A call', 2, 630)],
    ...[at('Study leave', 0, 604), at('5', 1, 604), at('A letter', 2, 610), at('from the school', 2, 598)],
  ];
  assert.deepEqual(headed(items), [
    'Leave\tDays\tNotice',
    'Leave: Parental leave | Days: Up to a year | Notice: Seven weeks before it begins, in writing',
    'Leave: Sick leave | Days: 10 | Notice: A call',
    'Leave: Study leave | Days: 5 | Notice: A letter from the school',
  ]);
});

test('rows in blocks stay rows', () => {
  const rows = [['Line', 'From', 'To'], ...['S1', 'S2', 'S3', 'S4'].map((name) => [name, 'Harbour', 'Zoo'])];
  const heights = [700, 680, 668, 640, 628];
  const items = rows.flatMap((cells, i) =>
    cells.map((str, column) => at(str, column, heights[i]!, i === 0 ? 'bold' : 'plain')),
  );
  assert.deepEqual(
    headed(items).slice(1),
    ['S1', 'S2', 'S3', 'S4'].map((name) => `Line: ${name} | From: Harbour | To: Zoo`),
  );
});
