import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf } from './pdf-lines.ts';
import { withHeadedRows } from './pdf-tables.ts';

const SIZE = 10;
/** Width of a character. */
const PITCH = 5;

/** Lines from the top of a page: the first cell begins at its indent, figures end and heads are centred in their columns. */
const linesAt = (
  rows: readonly (readonly [indent: number, label: string, ...cells: string[]])[],
  font = 'f',
) =>
  linesOf(
    rows.flatMap(([indent, label, ...cells], row) => {
      const item = (str: string, x: number) => ({
        str,
        transform: [SIZE, 0, 0, SIZE, x, 700 - row * 12],
        width: str.length * PITCH,
        height: SIZE,
        fontName: font,
      });
      const placed = cells.map((cell, i) => item(cell, 340 + i * 90 - cell.length * PITCH));
      return label === '' ? placed : [item(label, 50 + indent), ...placed];
    }),
  );
const written = (...rows: Parameters<typeof linesAt>[0]) =>
  withHeadedRows(linesAt(rows), () => false).map(({ text }) => text);

test('a row has the heads of its columns and the labels of its groups', () => {
  assert.deepEqual(
    written(
      [0, 'Harbour Trust'],
      [0, '(in thousands)', '2023', '2022'],
      [0, 'Income'],
      [10, 'Berths', '$ 420', '$ 398'],
      [10, 'Storage', '77', '—'],
      [0, 'Total income', '497', '479'],
    ),
    [
      'Harbour Trust',
      '(in thousands)\t2023\t2022',
      'Income',
      'Income: Berths | 2023: $ 420 | 2022: $ 398',
      'Income: Storage | 2023: 77 | 2022: —',
      'Total income | 2023: 497 | 2022: 479',
    ],
  );
});

test('a head over all columns gives the year that their own heads lack', () => {
  assert.deepEqual(
    written(
      [305, 'Year 2023'],
      [0, '', 'North', 'South'],
      [0, 'Berths', '420', '398'],
      [0, 'Storage', '77', '81'],
      [305, 'Year 2022'],
      [0, '', 'North', 'South'],
      [0, 'Berths', '401', '377'],
    ).filter((text) => text.includes('|')),
    [
      'Berths | Year 2023 | North: 420 | South: 398',
      'Storage | Year 2023 | North: 77 | South: 81',
      'Berths | Year 2022 | North: 401 | South: 377',
    ],
  );
});

test('a label over two lines is one, below prose that is none', () => {
  assert.deepEqual(
    written(
      [0, '', '2023', '2022'],
      [0, 'Shares that were issued and'],
      [0, 'outstanding', '4', '5'],
      [0, 'Dues', '7', '8'],
    ).slice(1),
    ['Shares that were issued and outstanding | 2023: 4 | 2022: 5', 'Dues | 2023: 7 | 2022: 8'],
  );
});

test('numbers of phones and ranges head no columns, dates do', () => {
  const rows = [
    [0, 'Berths', '420', '398'],
    [0, 'Storage', '77', '81'],
  ] as const;
  const plain = ['Berths\t420\t398', 'Storage\t77\t81'];
  for (const row of [
    [0, '', '469-402-1200', '866-912-7511'] as const,
    [0, '', '1-2', '3.47 - 3.54'] as const,
  ])
    assert.deepEqual(written(row, ...rows).slice(-2), plain);
  assert.equal(written([0, '', '12/14', '12/15'], ...rows)[1], 'Berths | 12/14: 420 | 12/15: 398');
});

test('rows without a head, and the years of another table, stay apart', () => {
  const rows = [
    [0, 'Berths', '420', '398'],
    [0, 'Storage', '77', '81'],
  ] as const;
  assert.deepEqual(written(...rows), ['Berths\t420\t398', 'Storage\t77\t81']);
  assert.deepEqual(written([0, '2024', '$ 5,250'], [0, '2025', '2,250'], [0, 'Thereafter', '34,366']), [
    '2024\t$ 5,250',
    '2025\t2,250',
    'Thereafter\t34,366',
  ]);
});
