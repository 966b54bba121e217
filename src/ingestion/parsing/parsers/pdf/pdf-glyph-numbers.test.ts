import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withGlyphNumbersRead, withoutUnreadable } from './pdf-glyph-numbers.ts';

const read = (...items: [str: string, fontName: string][]) =>
  withGlyphNumbersRead(items.map(([str, fontName]) => ({ str, fontName }))).map(({ str }) => str);

test('glyph numbers of a font without a mapping are read as ASCII', () => {
  assert.deepEqual(
    read(
      ['7KH\u0003SXPS\u0003QHHGV\u0003\u0015\u0013\u00039\u0011', 'f1'],
      ...([
        [' ', 'f1'],
        [')HDWXUHV', 'f1'],
        ['WXUHV', 'f2'],
      ] as [string, string][]),
    ),
    ['The pump needs 20 V.', ' ', 'Features', 'WXUHV'],
  );
});

test('a font that lacks the mapping of its space alone keeps its letters', () => {
  assert.deepEqual(read(['The\u0003pump\u0003stops.', 'f1'], ['AB\u00031', 'f1']), [
    'The pump stops.',
    'AB 1',
  ]);
});

test('numbers of another order stay as they are', () => {
  assert.deepEqual(read(['\'%($"\u001a&\u001c\u0003)\u001e&**', 'f1']), ['\'%($"\u001a&\u001c )\u001e&**']);
});

test('text in letters that no language has is left out, and all of a page that is mostly so', () => {
  const drawn = {
    str: 'ăĆĆäúĝěĞĚėďĜđēäīéăĠĕďĜėĨďĢėĝĜéúĝěĞďĜħþėĢďđĖėäĆĝĚģĢėĝĜĄĠēġēĜĢēĠøħģěģäĊďĢďĜďĐē',
    fontName: 'f1',
  };
  const note = { str: 'Translated by Ann Baker', fontName: 'f2' };
  const prose = {
    str: 'The committee meets twice a year, and its members are elected for three of them. '.repeat(2),
    fontName: 'f2',
  };
  const czech = { str: 'Žluťoučký kůň úpěl ďábelské ódy, a řeřicha kvetla. '.repeat(3), fontName: 'f1' };
  assert.deepEqual(withoutUnreadable([drawn, note]), []);
  assert.deepEqual(withoutUnreadable([drawn, prose]), [prose]);
  assert.deepEqual(withoutUnreadable([czech, note]), [czech, note]);
});

test('text of signs, and of words with capitals, signs and digits within, is left out', () => {
  const drawn = (str: string) => [{ str: `${str} `.repeat(4), fontName: 'f1' }];
  const signs = drawn('+),(&* " !1 0&+* 3."*"//! +),*4 *+*4)+1/ #+* 5"$&<\'%($"& ,+"\'&');
  const moved = drawn('ÄOHFMQJEJïBÈOOFVO VCGPVåSHVJ 3DUDaPHWHU 6\\PERO 4VHHFTUFeE ËCS~F UBOEJTRVF');
  const scripts = drawn('ଋҨȥ ဎഁҨ ୡࣧȥ Ҩဌʾ ဎಱ̽ೌaҨ ܆ȥҨ৞b ਮΝ੧c ฏʤҨ̿c');
  for (const items of [signs, moved]) assert.deepEqual(withoutUnreadable(items), []);
  const code = drawn('const isFoo = (a?.b[0] ?? {}) && !x; // TaskList.addTask(taskName) AB12CD 0x1f3c 3rd');
  const formulas = [...'( ) = + < > [ ] { } | ! * / &'.repeat(8)].map((str) => ({ str, fontName: 'f1' }));
  for (const items of [code, formulas, scripts]) assert.equal(withoutUnreadable(items), items);
});
