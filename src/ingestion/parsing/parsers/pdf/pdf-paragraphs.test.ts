import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdfLine } from '../../../../../test/pdf-line.ts';
import { joinLines, vocabularyOf } from '../joined-lines.ts';
import type { PdfLine } from './pdf-lines.ts';
import { paragraphsOf } from './pdf-paragraphs.ts';

const line = (text: string, y: number, place = {}) => pdfLine(text, { y, ...place });
const grouped = (...lines: PdfLine[]) =>
  paragraphsOf(lines, () => undefined).map(({ kind, lines: own }) => [
    kind,
    own.map(({ text }) => text).join('/'),
  ]);

test('a gap wider than the leading ends a paragraph', () => {
  assert.deepEqual(grouped(line('a', 700), line('b', 688), line('c', 676), line('d', 650), line('e', 638)), [
    ['paragraph', 'a/b/c'],
    ['paragraph', 'd/e'],
  ]);
});

test('an indented line begins a paragraph, the hanging lines of a list do not', () => {
  assert.deepEqual(grouped(line('a', 700), line('b.', 688), line('c', 676, { x: 65 }), line('d', 664)), [
    ['paragraph', 'a/b.'],
    ['paragraph', 'c/d'],
  ]);
  assert.deepEqual(grouped(line('• a', 700), line('b', 688, { x: 60 }), line('• c', 676)), [
    ['list_item', '• a/b'],
    ['list_item', '• c'],
  ]);
});

test('text behind a list, left of its marks, is a paragraph of its own, unless it continues an item', () => {
  const item = line('• a', 688, { x: 60, endX: 200 });
  assert.deepEqual(grouped(line('A full line.', 700), item, line('Behind it', 676)), [
    ['paragraph', 'A full line.'],
    ['list_item', '• a'],
    ['paragraph', 'Behind it'],
  ]);
  assert.deepEqual(grouped(line('Full.', 700), item, line('of it', 676))[1], ['list_item', '• a/of it']);
  assert.deepEqual(grouped(line('(a) a', 688, { x: 60 }), line('It', 676)), [['list_item', '(a) a/It']]);
});

test('a short line that ends a sentence ends its paragraph', () => {
  assert.deepEqual(grouped(line('a', 700), line('The end.', 688, { endX: 120 }), line('New', 676)), [
    ['paragraph', 'a/The end.'],
    ['paragraph', 'New'],
  ]);
});

test('a paragraph goes on at the top of the next column in the middle of a sentence only', () => {
  assert.deepEqual(grouped(line('it begins', 60), line('and goes on', 700, { x: 320 })), [
    ['paragraph', 'it begins/and goes on'],
  ]);
  assert.deepEqual(grouped(line('It ends.', 60), line('and goes on', 700, { x: 320 })).length, 2);
});

test('rows with cells are a table, kept in lines', () => {
  assert.deepEqual(grouped(line('a\t1\t2', 700), line('b\t3', 688), line('Prose after it', 664)), [
    ['table', 'a\t1\t2/b\t3'],
    ['paragraph', 'Prose after it'],
  ]);
});

test('a word parted at the end of a line is whole again, unless it is written with a hyphen', () => {
  const join = (...texts: string[]) => {
    const lines = texts.map((text) => line(text, 0));
    return joinLines(lines, vocabularyOf([...lines, line('a well-known fact', 0)]));
  };
  assert.equal(join('the informa-', 'tion is here'), 'the information is here');
  assert.equal(join('a well-', 'known man'), 'a well-known man');
  assert.equal(join('pages 10-', '20 and A-', 'Team'), 'pages 10- 20 and A-Team');
  assert.equal(
    join('die Vor-', 'und Nachteile der Nord-', 'Süd-Achse'),
    'die Vor- und Nachteile der Nord-Süd-Achse',
  );
  assert.equal(join('The committee: THE COMMIT-', 'TEE'), 'The committee: THE COMMITTEE');
  assert.equal(join('bylaws, By-', 'Laws, PIRP-', 'DB'), 'bylaws, By-Laws, PIRP-DB');
  assert.equal(join('WorldCom, World-', 'Com'), 'WorldCom, WorldCom');
  assert.equal(join('а также инфор-', 'мация и πληρο-', 'φορίες'), 'а также информация и πληροφορίες');
  assert.equal(join('日本', '語'), '日本語');
});
