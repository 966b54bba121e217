import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdfLine } from '../../../../../test/pdf-line.ts';
import type { PdfLine } from './pdf-lines.ts';
import { titleLines } from './pdf-title-page.ts';

const line = (text: string, size: number) => pdfLine(text, { size, font: 'bold' });
const titleOf = (...pages: PdfLine[][]) => titleLines(pages, ({ size }) => size > 10).map(({ text }) => text);

test('the title is in the largest headings of the first page that has any', () => {
  const cover = [line('SEC', 12), line('Form 10-K', 12), line('Example, Inc.', 18), line('Washington', 9)];
  assert.deepEqual(titleOf([line('i', 9)], cover, [line('Part I', 24)]), ['Example, Inc.']);
});

test('headings of one size make one title, each text once; the name of a section is no part of it', () => {
  const page = [line('Annual Report', 14), line('1 Introduction', 14), line('Example, Inc.', 14)];
  assert.deepEqual(titleOf([...page, line('Annual Report', 14)]), ['Annual Report', 'Example, Inc.']);
});

test('a long cover is a title as far as it is short', () => {
  const page = ['Terms of service', 'of the contract '.repeat(8), 'Lots 1 and 2'.repeat(4)];
  assert.deepEqual(titleOf(page.map((text) => line(text, 14))), page.slice(0, 2));
  assert.deepEqual(titleOf([line('One line '.repeat(30), 14)]), ['One line '.repeat(30)]);
});

test('slides without headings have the largest lines of the first as their title', () => {
  const slides = [
    [line('Ten things', 30), line('to check', 30), line('2024', 40), line('Design team', 14)],
    [line('Why?', 40), line('To be read by all of them', 14), line('and by everyone else', 14)],
  ];
  const title = titleLines(slides, () => false).map(({ text }) => text);
  assert.deepEqual(title, ['Ten things', 'to check']);
});

test('a document in one size has no title', () => {
  assert.deepEqual(titleOf([line('Prose', 9)]), []);
});
