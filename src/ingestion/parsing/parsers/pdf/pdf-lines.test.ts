import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf, type PdfTextItem } from './pdf-lines.ts';

const item = (
  str: string,
  x: number,
  y: number,
  { size = 10, width = str.length * 5, font = 'f' } = {},
): PdfTextItem => ({
  str,
  transform: [size, 0, 0, size, x, y],
  width,
  height: size,
  fontName: font,
});
const texts = (...items: PdfTextItem[]) => linesOf(items).map(({ text }) => text);

test('pieces on one baseline are one line, with spaces where there are gaps', () => {
  assert.deepEqual(texts(item('Hel', 0, 100), item('lo', 15, 100), item('world', 30, 100)), ['Hello world']);
  assert.deepEqual(texts(item('one', 0, 100), item('two', 0, 88)), ['one', 'two']);
});

test('parts that stand apart are cells, and a currency belongs to its number', () => {
  assert.deepEqual(texts(item('Net income', 0, 100), item('$', 200, 100), item('1,503', 240, 100)), [
    'Net income\t$ 1,503',
  ]);
});

test('figures and the later cells of a row may be closer to each other than words', () => {
  assert.deepEqual(texts(item('Iowa', 0, 100), item('1,034', 28, 100), item('98', 61, 100)), [
    'Iowa 1,034\t98',
  ]);
  const heads = [item('State', 0, 100), item('Permit', 60, 100), item('Handgun', 120, 100)];
  assert.deepEqual(texts(...heads, item('Long gun', 167, 100)), ['State\tPermit\tHandgun\tLong gun']);
  assert.deepEqual(texts(item('Long', 0, 100), item('gun', 32, 100)), ['Long gun']);
});

test('a letter of another font before a gap is a bullet', () => {
  const begun = (font: string, x: number) =>
    texts(item('o', 0, 100, { font }), item(' ', 5, 100), item('preço', x, 100));
  assert.deepEqual(begun('courier', 20), ['• preço']);
  assert.deepEqual(begun('courier', 7), ['o preço']);
  assert.deepEqual(begun('f', 20), ['o preço']);
});

test('scripts stay in their line, columns do not join', () => {
  assert.deepEqual(texts(item('x', 0, 100), item('2', 6, 104, { size: 6, width: 4 }), item('= 4', 13, 100)), [
    'x2 = 4',
  ]);
  assert.deepEqual(texts(item('right', 300, 100), item('left', 0, 100)), ['right', 'left']);
});

test('a raised number behind a word is a mark of a note, and behind a symbol an exponent', () => {
  const raised = (before: string, mark: string) => {
    const x = before.length * 5;
    return texts(
      item(before, 0, 100),
      item(mark, x, 103.5, { size: 6.5, width: 4 }),
      item('More', x + 8, 100),
    );
  };
  for (const [before, mark, text] of [
    ['his profit.”', '4', 'his profit.” More'],
    ['as well', '5', 'as well More'],
    ['It ends.', '12, 13', 'It ends. More'],
    ['(as here)', '*', '(as here) More'],
    ['x', '2', 'x2 More'],
    ['12 km', '2', '12 km2 More'],
    ['(a+b)', '2', '(a+b)2 More'],
    ['10', '3', '103 More'],
  ] as const) {
    assert.deepEqual(raised(before, mark), [text]);
  }
  const tight = [
    item('It ends.', 0, 100),
    item('4', 40, 103.5, { size: 6.5, width: 4 }),
    item('More', 44, 100),
  ];
  assert.deepEqual(texts(...tight), ['It ends. More']);
  assert.deepEqual(texts(item('water', 0, 100), item('2', 25, 98, { size: 6.5, width: 4 })), ['water2']);
});

test('letters drawn before their shadows are read once, and dots that lead to words are cut', () => {
  assert.deepEqual(texts(item('22001155 LLAASS VVEEGGAASS', 0, 100)), ['2015 LAS VEGAS']);
  for (const text of ['XXXXXXXX 1122', 'AA 2200 3300', 'Contents ........ 12', 'Name ........'])
    assert.deepEqual(texts(item(text, 0, 100)), [text]);
  assert.deepEqual(texts(item('8:00 am........ 5 Team reps', 0, 100)), ['8:00 am … 5 Team reps']);
});

test('text set upwards is joined along its own direction', () => {
  const upwards = (str: string, y: number): PdfTextItem => ({
    str,
    transform: [0, 10, -10, 0, 50, y],
    width: str.length * 5,
    height: 10,
    fontName: 'f',
  });
  const [line, ...others] = linesOf([upwards('arXiv:', 100), upwards('2004', 134)]);
  assert.deepEqual(others, []);
  assert.equal(line?.text, 'arXiv: 2004');
  assert.equal(line?.angle, 90);
});

test('a line has the size and font of most of its characters', () => {
  const [line] = linesOf([item('1', 0, 100, { size: 7, font: 'small' }), item('The rest', 6, 100)]);
  assert.equal(line?.size, 10);
  assert.equal(line?.font, 'f');
});
