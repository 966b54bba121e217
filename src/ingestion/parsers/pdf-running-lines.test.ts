import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PdfLine } from './pdf-lines.ts';
import { withoutRunningLines } from './pdf-running-lines.ts';

const line = (text: string, y: number): PdfLine => ({
  text,
  cells: [{ text, x: 50, endX: 500 }],
  x: 50,
  endX: 500,
  y,
  size: 10,
  angle: 0,
  font: 'f',
});

test('running heads stay on their first page, page numbers on none', () => {
  const pages = [1, 2, 3, 4].map((number) => [
    line('The Annual Report', 800),
    line(`Prose of page ${'abcd'[number]} alone`, 700),
    line(`More prose ${'efgh'[number]}`, 690),
    // The foot of these pages is where the text ends.
    line(`F-${number + 6}`, 100 + number * 50),
  ]);
  const kept = withoutRunningLines(pages).map((lines) => lines.map(({ text }) => text));
  assert.deepEqual(kept[0]?.[0], 'The Annual Report');
  assert.deepEqual(
    kept.flat().filter((text) => /Annual|F-/.test(text)),
    ['The Annual Report'],
  );
  assert.equal(kept.flat().filter((text) => /prose/i.test(text)).length, 8);
});

test('what repeats on two pages only is text, and so are numbers that do not count pages', () => {
  const pages = [
    [line('Total', 800), line('17', 100)],
    [line('Total', 800), line('4', 100)],
    [line('Sum', 800), line('23', 100)],
  ];
  assert.deepEqual(withoutRunningLines(pages), pages);
});
