import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceParts } from '../../console/views/review/evidence-parts.ts';

test('evidence is the quotations with what stands next to them', () => {
  const [before, between, behind] = ['before '.repeat(100), 'between '.repeat(100), 'behind '.repeat(100)];
  const quotes = ['The first.', 'The second.'];
  const text = `${before}${quotes[0]} ${between}${quotes[1]} ${behind}`;
  const places = quotes.map((quote) => {
    const start = 50 + text.indexOf(quote);
    return { start, end: start + quote.length };
  });
  const parts = evidenceParts({ from: 50, text }, { start: 50, end: 50 + text.length, quotes: places });
  assert.deepEqual(
    parts.map(({ role }) => role),
    ['passage', 'quote', 'passage', 'quote', 'passage'],
  );
  assert.deepEqual(
    parts.filter(({ role }) => role === 'quote').map((part) => part.text),
    quotes,
  );
  assert.ok(parts.every(({ text }) => text.length < 500));
  assert.match(parts[0]!.text, /^ … before .*before $/);
  assert.match(parts[2]!.text, /between … between/);
  assert.match(parts[4]!.text, /^ behind .*behind … $/);
});

test('evidence without a quotation is the whole passage', () => {
  const text = 'word '.repeat(500);
  const [only, ...others] = evidenceParts({ from: 0, text }, { start: 0, end: text.length, quotes: [] });
  assert.deepEqual([only?.text, others], [text, []]);
});
