import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PdfLine } from './pdf-lines.ts';
import { type PagedParagraph, withPageEndsJoined } from './pdf-page-ends.ts';

/** Lines as wide as their share of a page. */
const linesOf = (...shares: number[]): PdfLine[] =>
  shares.map((share, i) => {
    const [x, endX] = [50, 50 + share * 400];
    return {
      text: 'x',
      cells: [{ text: 'x', x, endX }],
      x,
      endX,
      y: 700 - i * 12,
      size: 10,
      angle: 0,
      font: 'f',
    };
  });
const paragraph = (text: string, page: number, more: Partial<PagedParagraph> = {}): PagedParagraph => ({
  ...{ kind: 'paragraph', text, page, lines: linesOf(1, 1) },
  ...more,
});
const joined = (...paragraphs: PagedParagraph[]) =>
  withPageEndsJoined(paragraphs, new Set(['markets'])).map(({ text, page, joint }) => [page, text, joint]);

test('a sentence goes on over the end of a page, and a word stays whole on the page where it begins', () => {
  for (const [end, begin, whole, rest, joint] of [
    ['how strongly the', 'law should act. More.', 'how strongly the', 'law should act. More.', ' '],
    ['the mar-', 'kets pose a threat.', 'the markets', 'pose a threat.', ' '],
    ['すべての人', '間は自由である。', 'すべての人', '間は自由である。', ''],
    ['all of its', '(few) words', 'all of its', '(few) words', ' '],
  ] as const) {
    assert.deepEqual(joined(paragraph(end, 1), paragraph(begin, 2)), [
      [1, whole, undefined],
      [2, rest, joint],
    ]);
  }
  assert.deepEqual(joined(paragraph('the mar-', 1), paragraph('kets', 2)), [[1, 'the markets', undefined]]);
});

test('the rest of an item is one of its list', () => {
  const parts = [paragraph('• who was the', 1, { kind: 'list_item' }), paragraph('first.', 2)];
  assert.deepEqual(
    withPageEndsJoined(parts, new Set()).map(({ kind }) => kind),
    ['list_item', 'list_item'],
  );
});

test('a full line goes on in a full one, whatever it begins with', () => {
  const [end, begin] = [paragraph('It was said in New', 1), paragraph('York in May.', 2)];
  assert.equal(joined(end, begin)[1]![2], ' ');
  for (const [before, next] of [
    [{ ...end, lines: linesOf(1, 0.5) }, begin],
    [end, { ...begin, lines: linesOf(0.5) }],
    [end, { ...begin, page: 3 }],
    [{ ...end, text: 'It was said.' }, begin],
    [{ ...end, text: 'These were there:' }, begin],
    [{ ...end, kind: 'heading' as const }, begin],
    [end, { ...begin, kind: 'list_item' as const }],
    [end, { ...begin, lines: linesOf(1, 1).map((line) => ({ ...line, size: 8 })) }],
    [
      { ...end, text: 'competitive strategies of, 65' },
      { ...begin, text: 'on free software, 264' },
    ],
  ] as const) {
    assert.equal(joined(before, next)[1]![2], undefined, `${before.text} ${next.text}`);
  }
});
