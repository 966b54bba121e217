import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdfLine } from '../../../../../test/pdf-line.ts';
import { referenceLines } from './pdf-reference-lines.ts';

const referencesIn = (...pages: string[][]) =>
  [...referenceLines(pages.map((texts) => texts.map((text) => pdfLine(text))))].map(({ text }) => text);

test('lines of a table of contents lead to other pages', () => {
  const contents = ['1. Scope ........ 1', '2. Rules ........ 4', 'Terms . . . . . . . . iv'];
  assert.deepEqual(referencesIn(['Contents', ...contents, 'Wait . . . and see', 'It was 4.']), contents);
  const form = [
    '7 Wages . . . . . . 7',
    '8a Taxable interest . . . . . 8a',
    'Total . . . . . 9',
    'Sum ..... 9999',
  ];
  assert.deepEqual(referencesIn(form), []);
  assert.deepEqual(referencesIn(['No ........ 0', 'A little ........ 1', 'A lot ........ 2']), []);
  assert.deepEqual(referencesIn(['Often ........ 2', 'Seldom ........ 1']), []);
});

test('so do those without dots whose words are headings of pages, and the heading above them', () => {
  const contents = ['Scope\t1', 'Hand Tools\t2', 'Stored Energy\t2-3', 'First Aid\t4', 'Waste\t5'];
  const pages = ['SCOPE', 'Hand tools', 'Stored energy', 'First aid', 'Waste'].map((text) => [
    text,
    'A rule.',
  ]);
  assert.deepEqual(referencesIn(['Safety Manual'], ['Contents', ...contents, 'Wait.'], ...pages), [
    ...contents,
    'Contents',
  ]);
  assert.deepEqual(referencesIn(['Contents', ...contents], ...pages), contents);
  assert.deepEqual(referencesIn([], ['Prices', ...contents]), []);
  assert.deepEqual(referencesIn([], contents.toReversed(), ...pages), []);
});

test('so do all lines of an index, but not those of tables and bibliographies', () => {
  const many = (text: (i: number) => string) => Array.from({ length: 24 }, (_, i) => text(i));
  const index = [
    ...many((i) => (i % 4 === 3 ? 'software of,' : `Name ${'abcd'[i % 4]}, ${i + 1}, ${i}–${i + 9}n`)),
    'INDEX',
  ];
  assert.equal(referencesIn(index, ...Array.from({ length: 30 }, () => [])).length, index.length);
  assert.deepEqual(referencesIn(many((i) => `Author ${'abcd'[i % 4]}, Journal of Names, 2001`)), []);
  assert.deepEqual(referencesIn(many((i) => `Name ${'abcd'[i % 4]}\t${i}\t${i + 3}`)), []);
  assert.deepEqual(referencesIn(index.slice(0, 8)), []);
});
