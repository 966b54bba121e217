import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFigureLine } from './figure-lines.ts';

test('words followed by two figures are a table row', () => {
  for (const line of [
    'Net income $ 1,503 $ 1,848',
    'Loss on sale — 40 (12)',
    'Growth 14.3 % 9 %',
    'Umsatz 1.204,5 1.100,0',
  ])
    assert.ok(isFigureLine(line), line);
});

test('dates, years, single figures and prose are not', () => {
  for (const line of [
    'on May 3, 2023',
    'Sold in 2018 and 2019',
    'For the years 2019 2018',
    'Net income 1,503',
    '2,187 1,852',
    'It grew by 14 to 20 people.',
  ])
    assert.ok(!isFigureLine(line), line);
});
