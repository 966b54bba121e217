import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdfLine } from '../../../../../test/pdf-line.ts';
import { linesOf, readableItems } from './pdf-lines.ts';
import { paragraphsOf } from './pdf-paragraphs.ts';
import { plainSymbols } from './pdf-symbols.ts';

test('signs that a font of symbols keeps in the private use area are read', () => {
  assert.equal(plainSymbols('30\uf020m\uf057, \uf0a3\uf02025\uf0b0C, \uf8e9 2020'), '30 mΩ, ≤ 25°C, © 2020');
  assert.equal(plainSymbols('\uf123 of another font'), '\uf123 of another font');
});

test('bullets of symbol fonts and arrows begin items', () => {
  const [line] = linesOf(
    readableItems([
      { str: '\uf0b7', transform: [10, 0, 0, 10, 50, 100], width: 5, height: 10, fontName: 'symbol' },
      { str: 'Halogen free', transform: [10, 0, 0, 10, 62, 100], width: 60, height: 10, fontName: 'f' },
    ]),
  );
  assert.equal(line?.text, '• Halogen free');
  const lines = [line!, pdfLine('➔ Ask for it', { y: 88 }), pdfLine('➔ Say it', { y: 76 })];
  assert.deepEqual(
    paragraphsOf(lines, () => undefined).map(({ kind }) => kind),
    ['list_item', 'list_item', 'list_item'],
  );
});
