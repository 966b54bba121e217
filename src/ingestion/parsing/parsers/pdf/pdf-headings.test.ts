import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdfLine as line } from '../../../../../test/pdf-line.ts';
import { headingLevels } from './pdf-headings.ts';
import type { PdfLine } from './pdf-lines.ts';

const PROSE = Array.from({ length: 20 }, (_, i) => line(`A line of ordinary prose with number ${i} in it.`));

const headings = (pages: PdfLine[][], outline: Parameters<typeof headingLevels>[1] = []) =>
  [...headingLevels(pages, outline)].map(([{ text }, level]) => [text, level]);

test('the outline names the headings, with or without their numbers, on one line or two', () => {
  const pages = [
    [line('1 Getting started'), ...PROSE],
    [line('Installing on'), line('other machines'), ...PROSE, line('Getting started')],
  ];
  const outline = [
    { title: 'Getting Started', level: 1, page: 0 },
    { title: '1.1 Installing on other machines', level: 2, page: 1 },
    { title: 'Not on its page', level: 1, page: 7 },
  ];
  assert.deepEqual(headings(pages, outline), [
    ['1 Getting started', 1],
    ['Installing on', 2],
    ['other machines', 2],
  ]);
});

test('without an outline, larger lines are headings, the largest of the first level', () => {
  assert.deepEqual(
    headings([
      [line('The title', { size: 20 }), line('A part', { size: 14 }), ...PROSE, line('Almost', { size: 11 })],
    ]),
    [
      ['The title', 1],
      ['A part', 2],
    ],
  );
});

test('numbered lines in a font of their own are headings by the depth of their number', () => {
  const pages = [
    [
      line('2 Background', { font: 'bold' }),
      line('2.1 Earlier work', { font: 'bold' }),
      ...PROSE,
      line('3 Apples and pears'),
      line('4 Forms (all those that the members fill in and', { font: 'bold' }),
      line('send to the secretary, who keeps them.', { font: 'bold' }),
      line('5 What numbers and types of personnel will be', { font: 'bold' }),
      line('needed?', { font: 'bold' }),
    ],
  ];
  assert.deepEqual(headings(pages), [
    ['2 Background', 2],
    ['2.1 Earlier work', 3],
    ['5 What numbers and types of personnel will be', 2],
    ['needed?', 2],
  ]);
});

test('where much of the text is large, size means nothing', () => {
  const slides = Array.from({ length: 20 }, (_, i) => line(`A large line number ${i}`, { size: 24 }));
  assert.deepEqual(headings([[...slides, ...PROSE]]), []);
});
