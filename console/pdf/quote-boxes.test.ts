import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteBoxes } from './quote-boxes.ts';

const line = (text: string, top: number, left = 0) => ({
  text,
  left,
  top,
  width: text.length * 10,
  height: 12,
});

test('a quotation is found over lines, hyphens and ligatures, and cut at its ends', () => {
  const pieces = [
    line('Free. The of\uFB01ce opens at', 0),
    line('nine in the morn-', 20),
    line('ing. On Sunday', 40),
  ];
  assert.deepEqual(quoteBoxes(pieces, 'The office opens at nine in the morning.'), [
    { left: 60, top: 0, width: 180, height: 12 },
    { left: 0, top: 20, width: 160, height: 12 },
    { left: 0, top: 40, width: 30, height: 12 },
  ]);
});

test('of a quotation that continues on another page, the part on this one is marked', () => {
  const pieces = [line('Works are lent to museums and galleries', 0)];
  const [box] = quoteBoxes(pieces, 'Works are lent to museums and galleries of the whole country.');
  assert.ok(box && box.left === 0 && box.width > 250);
  assert.equal(quoteBoxes(pieces, 'Nothing of this is on the page at all.').length, 0);
});
