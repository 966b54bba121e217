import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdfLine } from '../../../../../test/pdf-line.ts';
import type { PdfLine } from './pdf-lines.ts';
import { partRunningLines } from './pdf-running-lines.ts';

const line = (text: string, y: number) => pdfLine(text, { y });
const textsOf = (lines: readonly PdfLine[]) => lines.map(({ text }) => text);

test('running heads are content on their first page, page numbers on none', () => {
  const pages = [1, 2, 3, 4].map((number) => [
    line('The Annual Report', 800),
    line(`Prose of page ${'abcd'[number]} alone`, 700),
    line(`More prose ${'efgh'[number]}`, 690),
    // The foot of these pages is where the text ends.
    line(`F-${number + 6}`, 100 + number * 50),
  ]);
  const parts = partRunningLines(pages);
  assert.deepEqual(
    parts.map(({ content }) => textsOf(content).filter((text) => !/prose/i.test(text))),
    [['The Annual Report'], [], [], []],
  );
  assert.ok(
    parts.every(({ content }) => textsOf(content).filter((text) => /prose/i.test(text)).length === 2),
  );
  assert.deepEqual(
    parts.map(({ running }) => textsOf(running)),
    [['F-7'], ...[8, 9, 10].map((number) => ['The Annual Report', `F-${number}`])],
  );
});

test('what repeats on two pages only is text, and so are numbers that do not count pages', () => {
  const pages = [
    [line('Total', 800), line('17', 100)],
    [line('Total', 800), line('4', 100)],
    [line('Sum', 800), line('23', 100)],
  ];
  assert.deepEqual(
    partRunningLines(pages).map(({ content }) => content),
    pages,
  );
});

test('a line at the bottom that counts the pages is no content, not even of two', () => {
  const foot = (number: number, words: string) => [line(`Prose of ${'abc'[number]}`, 700), line(words, 40)];
  const german = [1, 2].map((number) => foot(number, `Seite ${number} von 2`));
  const dated = [1, 2].map((number) => foot(number, `Version of 2015 Page ${number}/2`));
  for (const pages of [german, dated])
    assert.deepEqual(
      partRunningLines(pages).map(({ content }) => textsOf(content)),
      [['Prose of b'], ['Prose of c']],
    );
  const titles = [1, 2].map((number) => [line(`Agenda ${number}/2`, 800), line('Prose', 700 - number)]);
  assert.equal(partRunningLines(titles)[0]!.running.length, 0);
});

test('a head with the page’s number on many pages is no content, and a number alone follows the others', () => {
  const pages = Array.from({ length: 9 }, (_, i) => [
    line(i % 2 === 0 ? `${i + 1} FREE CULTURE` : `PIRACY ${i + 1}`, 800),
    line(`Prose of ${'abcdefghi'[i]}`, 700),
    line(`More of ${'abcdefghi'[i]}`, 690),
    line('The end of it', 600 - i * 20),
  ]);
  pages[0]![0] = line('1', 60);
  const running = partRunningLines(pages).map((parts) => textsOf(parts.running));
  assert.deepEqual(running[0], ['1']);
  // PIRACY stands on four pages: its first line may be the title.
  assert.deepEqual(
    running.slice(3).map((texts) => texts[0]),
    [4, 5, 6, 7, 8, 9].map((n) => (n % 2 ? `${n} FREE CULTURE` : `PIRACY ${n}`)),
  );
});

test('titles of slides are content although their pages are counted behind them', () => {
  const titles = ['Organisation', 'Training', 'Tools', 'Policy'];
  const pages = titles.map((title, i) => [
    line(`${title} ${i + 1}`, 800),
    line(`Who ${title}`, 700),
    line(`Why ${title}`, 690),
  ]);
  assert.deepEqual(
    partRunningLines(pages).map(({ running }) => running),
    [[], [], [], []],
  );
});

test('heads and feet of many lines run where all lines beyond them do, with the page of how many', () => {
  const head = ['Driver for displays', 'Data sheet', 'ILX 9'].map((text, i) => line(text, 800 - i * 12));
  const foot = ['What is in here belongs to us and shall', 'not be distributed', 'without leave.'];
  const pages = Array.from({ length: 8 }, (_, i) => [
    ...head,
    ...foot.map((text, at) => line(text, 60 - at * 12)),
    line(`${i + 1}/8`, 20),
    line(`Prose of ${'abcdefgh'[i]}`, 700),
    line('The end of it', 600 - i * 20),
  ]);
  const contents = partRunningLines(pages).map(({ content }) => textsOf(content));
  assert.deepEqual(contents[0], [...textsOf(head), ...foot, 'Prose of a', 'The end of it']);
  assert.deepEqual(contents[5], ['Prose of f', 'The end of it']);
});

test('the head of a table that continues on some pages is content below a line that differs', () => {
  const pages = Array.from({ length: 8 }, (_, i) => [
    line('Yearbook', 800),
    line(`Chapter ${'abcdefgh'[i]}`, 790),
    line('Goods and tons', 780),
    ...Array.from({ length: 12 }, (_, row) =>
      line(`Row ${'abcdefgh'[i]} ${'klmnopqrstuv'[row]}`, 700 - row * 12),
    ),
  ]);
  for (const { content } of partRunningLines(pages)) assert.ok(textsOf(content).includes('Goods and tons'));
});

test('copies of a form keep their lines', () => {
  const form = Array.from({ length: 24 }, (_, row) =>
    line(`Field ${'abcdefghijklmnopqrstuvwx'[row]}`, 700 - row * 20),
  );
  const { content } = partRunningLines([form, form, form, form])[3]!;
  assert.deepEqual(textsOf(content), textsOf(form).slice(2, -2));
});

test('feet with the page’s number run whatever section they name', () => {
  const sections = ['Preface', 'Keys', 'Keys', 'Sounders', 'Loops', 'Loops', 'Colophon'];
  const pages = sections.map((section, i) => [
    line(`Prose of ${'abcdefg'[i]}`, 700),
    line('The end of it', 600 - i * 20),
    line(i % 2 === 0 ? `${i + 1} | ${section} of the manual` : `${section} of the manual | ${i + 1}`, 30),
  ]);
  for (const { running } of partRunningLines(pages)) assert.match(textsOf(running).join(), /of the manual/);
});

test('numbers of pages between dashes run', () => {
  const pages = ['a', 'b', 'c'].map((name, i) => [line(`Prose of ${name}`, 700), line(`- ${i + 1} -`, 30)]);
  for (const { running } of partRunningLines(pages)) assert.equal(running.length, 1);
});
