import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainFormLine } from './pdf-form-lines.ts';
import type { PdfLine } from './pdf-lines.ts';

const lineOf = (...texts: string[]): PdfLine => {
  const cells = texts.map((text, i) => ({ text, x: i * 100, endX: i * 100 + 50 }));
  return { text: texts.join('\t'), cells, x: 0, endX: 500, y: 0, size: 10, angle: 0, font: 'f' };
};

test('a line of a form is its text, and no row of a table', () => {
  for (const [cells, text] of [
    [['8a', 'Taxable interest . . . . . . .', '8a'], '8a Taxable interest'],
    [['1', 'Single'], '1 Single'],
    [['2.1', 'Roles of the parties.'], '2.1 Roles of the parties.'],
    [['•', 'A guide dog'], '• A guide dog'],
    [['Total exemptions . . . . . . . . ▶'], 'Total exemptions'],
  ] as const) {
    const line = plainFormLine(lineOf(...cells));
    assert.equal(line.text, text);
    assert.equal(line.cells.map((cell) => cell.text).join('\t'), text);
  }
  assert.equal(plainFormLine(lineOf('1', 'Single')).isItem, true);
});

test('rows of tables stay as they are', () => {
  for (const cells of [
    ['Net revenues', '4,210', '3,998'],
    ['7', '12', '34'],
    ['2018', '719'],
    ['City', 'Fee'],
    ['Wait . . . and see'],
    ['Name:', 'Ann'],
  ]) {
    assert.equal(plainFormLine(lineOf(...cells)).text, cells.join('\t'));
  }
});
