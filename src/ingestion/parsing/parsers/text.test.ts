import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../../../test/processor-time.ts';
import { parseText } from './text.ts';

test('blank lines part paragraphs, and the lines within stay', () => {
  const parsed = parseText(Buffer.from('one\ntwo\r\n\r\nthree\n \t\n\nfour'));
  assert.equal(parsed.text, 'one\ntwo\n\nthree\n\nfour');
  assert.deepEqual(
    parsed.blocks.map(({ kind }) => kind),
    ['paragraph', 'paragraph', 'paragraph'],
  );
  assert.equal(parsed.pages, null);
});

test('underlined lines are headings, their levels in the order of the marks', () => {
  const parsed = parseText(
    Buffer.from('=====\nGuide\n=====\n\nText.\n\nPart\n----\nMore text.\n\nOther\n-----\n'),
  );
  assert.deepEqual(
    parsed.blocks.map(({ kind, level, start, end }) => [kind, level, parsed.text.slice(start, end)]),
    [
      ['heading', 1, 'Guide'],
      ['paragraph', undefined, 'Text.'],
      ['heading', 2, 'Part'],
      ['paragraph', undefined, 'More text.'],
      ['heading', 2, 'Other'],
    ],
  );
  assert.equal(parsed.title, 'Guide');
});

test('a title that stands alone over prose is a heading, other short lines are not', () => {
  const kinds = (text: string) => parseText(Buffer.from(text)).blocks.map(({ kind }) => kind);
  assert.deepEqual(kinds('Section C - Limits\n\nC.1 The limit is 500 EUR. It is fixed.'), [
    'heading',
    'paragraph',
  ]);
  for (const line of [
    'It is so.',
    'Chair: Ann',
    'a | b',
    '- first',
    'ann@example.org',
    'and on',
    'Dear Ann,',
  ])
    assert.deepEqual(kinds(`${line}\n\nThe limit is 500 EUR a year.`), ['paragraph', 'paragraph'], line);
  assert.deepEqual(kinds('Ann Baker\n\nHead of Sales'), ['paragraph', 'paragraph']);
  assert.equal(parseText(Buffer.from('Limits\n\nThe limit is 500 EUR.')).title, null);
});

test('a rule below a longer line is no heading', () => {
  const parsed = parseText(Buffer.from('A whole sentence that goes on for a while.\n---\nmore'));
  assert.equal(parsed.blocks[0]?.kind, 'paragraph');
});

test('a word parted by a soft hyphen is whole', () => {
  assert.equal(parseText(Buffer.from('The infor\u00ad\nmation.')).text, 'The information.');
});

test('50 MB of text are refused within seconds, as beyond the bound', async () => {
  const bytes = Buffer.alloc(50 * 2 ** 20, 'Some words in a line of text.\n\n');
  const tookMs = await processorMs(() => assert.throws(() => parseText(bytes), { code: 'too_complex' }));
  assert.ok(tookMs < 10_000, `${tookMs} ms`);
});
