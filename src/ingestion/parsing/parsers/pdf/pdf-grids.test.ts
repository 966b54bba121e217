import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf } from './pdf-lines.ts';
import { withHeadedRows } from './pdf-tables.ts';

const SIZE = 10;
/** Width of a character. */
const PITCH = 5;
const COLUMN = 120;

/** Lines from the top of a page; the first one is bold where asked. Each cell begins at its column's left edge. */
const written = (rows: readonly (readonly string[])[], { head = 'plain' } = {}) =>
  withHeadedRows(
    linesOf(
      rows.flatMap((cells, row) =>
        cells.flatMap((str, column) => ({
          str,
          transform: [SIZE, 0, 0, SIZE, 40 + column * COLUMN, 700 - row * 15],
          width: str.length * PITCH,
          height: SIZE,
          fontName: row === 0 ? head : 'plain',
        })),
      ),
    ),
    () => false,
  ).map(({ text }) => text);

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
