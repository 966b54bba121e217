import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { startDocumentText } from './document-text.ts';

test('blocks are ranges of one clean text, in order, with a blank line between', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      const document = startDocumentText();
      document.add('paragraph', 'word');
      for (const text of texts) document.add('paragraph', text);
      const { text, blocks } = document.finish({ title: null });
      assert.equal(text, text.normalize('NFC'));
      assert.ok(text.isWellFormed());
      assert.doesNotMatch(text, /[\r\0\ufeff\u00ad]/);
      assert.equal(blocks.map(({ start, end }) => text.slice(start, end)).join('\n\n'), text);
      for (const { start, end } of blocks) assert.ok(text.slice(start, end).trim().length > 0);
    }),
  );
});

test('what no reader sees is gone, and every kind of line end is one', () => {
  const document = startDocumentText();
  document.add('paragraph', '\ufeffco\u00adop\u200beration\0\r\nnext\rlast\u2028');
  assert.equal(document.finish({ title: null }).text, 'cooperation\nnext\nlast');
});

test('code keeps the indentation of its first line', () => {
  const document = startDocumentText();
  document.add('code', '\n\n    indented\n  less\n\n');
  assert.equal(document.finish({ title: null }).text, '    indented\n  less');
});

test('a heading as long as a paragraph is one', () => {
  const document = startDocumentText();
  document.add('heading', 'x'.repeat(300), { level: 2 });
  document.add('heading', 'x'.repeat(301), { level: 2 });
  const { blocks } = document.finish({ title: null });
  assert.deepEqual(
    blocks.map(({ kind, level }) => [kind, level]),
    [
      ['heading', 2],
      ['paragraph', undefined],
    ],
  );
});

test('the title that a file claims is its own, unless it is left over from a template', () => {
  const titleOf = (claimed: string, ...headings: string[]) => {
    const document = startDocumentText();
    for (const text of headings) document.add('heading', text, { level: 1 });
    document.add('paragraph', 'Cars pay for parking.');
    return document.finish({ claimed }).title;
  };
  assert.equal(titleOf('Slides for a pitch', 'Park Pay'), 'Park Pay');
  assert.equal(titleOf('Park Pay Inc.', 'Park Pay'), 'Park Pay Inc.');
  for (const headings of [[], ['Slide 2']])
    assert.equal(titleOf('Slides for a pitch', ...headings), 'Slides for a pitch');
});

test('a heading at the start is the title, or the only one of level 1, unless it names a part', () => {
  const titleOf = (...headings: (readonly [text: string, level?: number])[]) => {
    const document = startDocumentText();
    for (const [text, level] of headings)
      document.add(level === undefined ? 'paragraph' : 'heading', text, { level });
    return document.finish({ title: null }).title;
  };
  assert.equal(titleOf(['Free   Culture:', 1]), 'Free Culture');
  assert.equal(titleOf(['Press', 2], ['Free Culture', 1], ['Part', 1]), 'Free Culture');
  assert.equal(titleOf(['Words.'], ['Free Culture', 1]), 'Free Culture');
  assert.equal(titleOf(['Words.'], ['Step 1: Install', 1], ['Words.'], ['Step 2: Start', 1]), null);
  assert.equal(titleOf(['Process', 2], ['Words.']), 'Process');
  assert.equal(titleOf(['Words.'], ['Example', 2]), null);
  assert.equal(titleOf(['4 Conclusions', 1]), null);
  assert.equal(titleOf(['3 surprising findings', 1]), '3 surprising findings');
  assert.equal(titleOf(['Introduction', 1]), null);
  assert.equal(titleOf(['x'.repeat(400), 1]), null);
});

test('a heading of a lower level or below others is an unsure title', () => {
  const isUnsure = (...headings: (readonly [text: string, level?: number])[]) => {
    const document = startDocumentText();
    for (const [text, level] of headings)
      document.add(level === undefined ? 'paragraph' : 'heading', text, { level });
    return document.finish({ title: null }).isTitleUnsure ?? false;
  };
  assert.equal(isUnsure(['Free Culture', 1]), false);
  assert.equal(isUnsure(['Press', 2], ['Free Culture', 1]), false);
  assert.equal(isUnsure(['Words.'], ['Free Culture', 1]), false);
  assert.equal(isUnsure(['Process', 2], ['Words.']), true);
  assert.equal(isUnsure(['Words.'], ['Press', 2], ['Words.'], ['This is a heading', 1]), true);
  assert.equal(isUnsure(['Words.']), false);
});

test('a document without a letter or digit has no text', () => {
  const document = startDocumentText();
  document.add('paragraph', ' \u00a0\u200b ');
  document.add('paragraph', '— * —');
  assert.throws(() => document.finish({ title: 'Title' }), { code: 'no_text' });
});

test('the text stops at its bound while it is gathered', () => {
  const document = startDocumentText();
  const page = 'a'.repeat(9_000_000);
  document.add('paragraph', page);
  document.add('paragraph', page);
  assert.throws(() => document.add('paragraph', page), { code: 'too_complex' });
  const framed = startDocumentText();
  framed.add('paragraph', page);
  framed.addFrame(page);
  assert.throws(() => framed.addFrame(`${page}a`), { code: 'too_complex' });
});

test('what frames the content stands behind it, each line once a page', () => {
  const document = startDocumentText();
  document.addFrame('Annual  report', { page: 1 });
  document.add('paragraph', 'Words.', { page: 1 });
  for (const page of [1, 2]) document.addFrame('Annual report', { page });
  document.addFrame('Imprint');
  const { text, blocks, frame } = document.finish({ title: null });
  assert.equal(text, 'Words.\n\nAnnual report\n\nAnnual report\n\nImprint');
  assert.equal(blocks.length, 1);
  assert.deepEqual(
    frame?.map(({ page, start, end }) => [page, text.slice(start, end)]),
    [
      [1, 'Annual report'],
      [2, 'Annual report'],
      [null, 'Imprint'],
    ],
  );
});

test('a frame alone is no text', () => {
  const document = startDocumentText();
  document.addFrame('Imprint');
  assert.throws(() => document.finish({ title: null }), { code: 'no_text' });
});

test('a sentence that goes on in another block is one in the text', () => {
  const document = startDocumentText();
  document.add('paragraph', 'The fee is', { page: 1, joint: ' ' });
  document.add('paragraph', 'due at once. ', { page: 2, joint: ' ' });
  document.add('paragraph', 'Later.', { page: 2 });
  const { text, blocks } = document.finish({ title: null });
  assert.equal(text, 'The fee is due at once.\n\nLater.');
  assert.deepEqual(
    blocks.map(({ page, start, end }) => [page, text.slice(start, end)]),
    [
      [1, 'The fee is'],
      [2, 'due at once.'],
      [2, 'Later.'],
    ],
  );
});

test('a line that only claims copyright is frame', () => {
  for (const line of [
    '© 2024 Ann Baker',
    'Copyright © Lawrence Lessig, 2004 All rights reserved',
    '(c) Example Ltd. All rights reserved.',
    'All rights reserved.',
  ]) {
    const document = startDocumentText();
    document.add('paragraph', 'Words.');
    document.add('paragraph', line);
    assert.equal(document.finish({ title: null }).blocks.length, 1, line);
  }
  for (const line of [
    'Copyright lasts for 70 years.',
    'Copyright: protects original works of authorship',
    'Copyright law was changed in the year 2001, which many authors did not like, and neither did those who published them.',
  ]) {
    const document = startDocumentText();
    document.add('paragraph', line);
    assert.equal(document.finish({ title: null }).text, line);
  }
});
