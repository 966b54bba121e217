import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PdfLine } from './pdf-lines.ts';
import { partRunningLines } from './pdf-running-lines.ts';

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

const textsOf = (lines: readonly PdfLine[]) => lines.map(({ text }) => text);

test('running heads are content on their first page, page numbers on none', () => {
  const pages = [1, 2, 3, 4].map((number) => [
    line('The Annual Report', 800),
    line(`Prose of page ${'abcd'[number]} alone`, 700),
    line(`More prose ${'efgh'[number]}`, 690),
    // The foot of these pages is where the text ends.
    line(`F-${number + 6}`, 100 + number * 50),
  ]);
  const parts = partRunningLines(pages);
  assert.deepEqual(
    parts.map(({ content }) => textsOf(content).filter((text) => !/prose/i.test(text))),
    [['The Annual Report'], [], [], []],
  );
  assert.ok(
    parts.every(({ content }) => textsOf(content).filter((text) => /prose/i.test(text)).length === 2),
  );
  assert.deepEqual(
    parts.map(({ running }) => textsOf(running)),
    [['F-7'], ...[8, 9, 10].map((number) => ['The Annual Report', `F-${number}`])],
  );
});

test('what repeats on two pages only is text, and so are numbers that do not count pages', () => {
  const pages = [
    [line('Total', 800), line('17', 100)],
    [line('Total', 800), line('4', 100)],
    [line('Sum', 800), line('23', 100)],
  ];
  assert.deepEqual(
    partRunningLines(pages).map(({ content }) => content),
    pages,
  );
});
