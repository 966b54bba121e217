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

test('a document without headings has no title', () => {
  assert.deepEqual(titleOf([line('Prose', 9)]), []);
});
