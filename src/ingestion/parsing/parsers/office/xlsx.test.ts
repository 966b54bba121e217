import assert from 'node:assert/strict';
import { test } from 'node:test';
import { xlsxOf } from '../../../../../test/office-files.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { SHEET_LIMITS } from './sheet-text.ts';
import { parseXlsx } from './xlsx.ts';

const text = (reference: string, content: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${content}</t></is></c>`;
const number = (reference: string, value: number, style = 0) =>
  `<c r="${reference}" s="${style}"><v>${value}</v></c>`;
const row = (r: number, ...cells: string[]) => `<row r="${r}">${cells.join('')}</row>`;

test('sheets are sections, and each row names its columns', () => {
  const parsed = parseXlsx(
    xlsxOf({
      strings:
        '<si><t>Item</t></si><si><r><t>Pri</t></r><r><t>ce</t></r><rPh><t>kana</t></rPh></si><si><t>Tea_x000D_</t></si>',
      styles: [0, '#,##0.00 [$€-407]'],
      sheets: [
        {
          name: 'Shop',
          rows: [
            row(1, '<c r="A1" t="s"><v>0</v></c>', '<c r="B1" t="s"><v>1</v></c>', text('C1', 'Sold')),
            row(2, '<c r="A2" t="s"><v>2</v></c>', number('B2', 2.5, 1), '<c r="C2" t="b"><v>1</v></c>'),
            row(3, '<c r="A3" t="str"><f>A2</f><v>Milk</v></c>', number('B3', 0.1 + 0.2)),
          ].join(''),
        },
        { name: 'Secret', rows: row(1, text('A1', 'hidden words')), state: 'hidden' },
        { name: 'Notes', rows: row(4, text('B4', 'One remark')) },
      ],
    }),
  );
  assert.deepEqual(blocksOf(parsed), [
    ['heading', 'Shop'],
    ['paragraph', 'Item | Price | Sold'],
    ['table', 'Item: Tea | Price: 2.50 € | Sold: TRUE\nItem: Milk | Price: 0.3'],
    ['heading', 'Notes'],
    ['table', 'One remark'],
  ]);
  assert.equal(parsed.title, null);
});

test('dates are told by their number formats, in both of the calendars', () => {
  const styles = [14, 'dd/mm/yyyy hh:mm', 'hh:mm', '[h]:mm', '0.0%', '[Red]0', '"due" mmmm yyyy'];
  const cells = [number('A1', 45_356), number('B1', 45_356.604_166_7, 1), number('C1', 0.75, 2)];
  const others = [number('D1', 1.25, 3), number('E1', 0.125, 4), number('F1', 7, 5), number('G1', 45_356, 6)];
  const book = { styles, sheets: [{ name: 'S', rows: row(1, ...cells, ...others) }] };
  assert.equal(
    blocksOf(parseXlsx(xlsxOf(book)))[1]![1],
    '2024-03-05 | 2024-03-05 14:30 | 18:00 | 30:00:00 | 12.5% | 7 | 2024-03-05',
  );
  assert.match(
    parseXlsx(xlsxOf({ ...book, dates1904: true })).text,
    /2028-03-06 \| 2028-03-06 14:30 \| 18:00/,
  );
});

test('a merged cell says the same in every row that it spans', () => {
  const rows = [
    row(1, text('A1', 'Region'), text('B1', 'City')),
    row(2, text('A2', 'North'), text('B2', 'Kiel')),
    row(3, text('B3', 'Husum')),
    row(4, text('A4', 'South'), text('B4', 'Ulm')),
  ];
  const after = '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="nonsense"/></mergeCells>';
  assert.equal(
    blocksOf(parseXlsx(xlsxOf({ sheets: [{ name: 'S', rows: rows.join(''), after }] })))[2]![1],
    'Region: North | City: Kiel\nRegion: North | City: Husum\nRegion: South | City: Ulm',
  );
});

test('a blank row ends a table: the next has its own headers, or goes on with those above', () => {
  const rows = [
    row(1, text('A1', 'City'), text('B1', 'Staff')),
    row(2, text('A2', 'Kiel'), number('B2', 12)),
    row(4, text('A4', 'Ulm'), number('B4', 3)),
    row(6, text('A6', 'Year'), text('B6', 'Profit')),
    row(7, text('A7', 'First'), number('B7', 99)),
    row(9, text('D9', 'Name'), text('E9', 'Role')),
    row(10, text('D10', 'Ada'), text('E10', 'Chair')),
  ];
  assert.deepEqual(
    blocksOf(parseXlsx(xlsxOf({ sheets: [{ name: 'S', rows: rows.join('') }] })))
      .filter(([kind]) => kind === 'table')
      .map(([, lines]) => lines),
    ['City: Kiel | Staff: 12', 'City: Ulm | Staff: 3', 'Year: First | Profit: 99', 'Name: Ada | Role: Chair'],
  );
});

test("only written cells count, however large a sheet's declared size", () => {
  const before = '<dimension ref="A1:XFD1048576"/>';
  const rows = row(1, text('A1', 'first')) + row(1_048_576, text('XFD1048576', 'last'));
  const { text: whole } = parseXlsx(xlsxOf({ sheets: [{ name: 'S', before, rows }] }));
  assert.equal(whole, 'S\n\nfirst\n\nlast');
});

test('a cell of a shared string without a value is blank', () => {
  const rows =
    row(1, '<c r="A1" t="s"><v>0</v></c>', text('B1', 'Price')) +
    row(2, '<c r="A2" t="s"></c>', number('B2', 5));
  const parsed = parseXlsx(xlsxOf({ strings: '<si><t>Item</t></si>', sheets: [{ name: 'S', rows }] }));
  assert.deepEqual(blocksOf(parsed).slice(1), [
    ['paragraph', 'Item | Price'],
    ['table', 'Price: 5'],
  ]);
});

test('references to nothing are passed over', () => {
  const cells = [
    '<c r="A1" t="s"><v>4294967295</v></c>',
    '<c r="B1" s="99"><v>5</v></c>',
    '<c t="s"><v>-1</v></c>',
    '<c r="ZZZZ1"><v>6</v></c>',
    text('E1', 'words'),
  ];
  assert.equal(parseXlsx(xlsxOf({ sheets: [{ name: 'S', rows: row(1, ...cells) }] })).text, 'S\n\n5 | words');
});

test('a workbook of too many rows, of none, or encrypted is refused', () => {
  const rows = '<row><c><v>1</v></c></row>'.repeat(SHEET_LIMITS.rowsMax + 1);
  assert.throws(() => parseXlsx(xlsxOf({ sheets: [{ name: 'S', rows }] })), { code: 'too_complex' });
  assert.throws(() => parseXlsx(xlsxOf({ sheets: [{ name: 'S', rows: '' }] })), { code: 'no_text' });
  const ole = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  assert.throws(() => parseXlsx(ole), { code: 'unsupported_file_type', message: /Save it as \.xlsx/ });
  const encrypted = Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]);
  assert.throws(() => parseXlsx(encrypted), { code: 'password_required' });
});

function blocksOf({ text: whole, blocks }: ParsedDocument) {
  return blocks.map(({ kind, start, end }) => [kind, whole.slice(start, end)]);
}
