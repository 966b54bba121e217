import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Passage } from '../../retrieval/passage.ts';
import { cite, type Quoted, sourceOf, withMarkers } from './citation.ts';
import { type ShownText, shownText } from './quote/shown-text.ts';

function passage(chunkId: string, text: string, more: Partial<Passage> = {}): Passage {
  const [docId = ''] = chunkId.split('.');
  return {
    chunkId,
    docId,
    text,
    kind: 'document',
    title: 'Handbook',
    url: null,
    fileName: null,
    updatedAt: 0,
    language: 'en',
    page: null,
    section: null,
    start: 0,
    lexical: 1,
    dense: 0,
    fused: 1,
    score: 1,
    ...more,
  };
}

/** A whole passage as shown, with sentences of it that answer. */
function quoted(from: Passage, ...sentences: string[]): Quoted & ShownText {
  const quotes = sentences.map((sentence) => {
    const start = from.text.indexOf(sentence);
    assert.ok(start >= 0);
    return { start, end: start + sentence.length };
  });
  return {
    ...{ passage: from, quotes, probability: 0.8 },
    ...shownText(from, { start: 0, end: from.text.length }, quotes),
  };
}

describe('Citing', () => {
  const leave = passage('leave.1.0', 'Staff get 30 days. Unused days\nexpire in March.');
  const sick = passage('sick.1.0', 'Report sickness at once.', { url: 'https://example.org/sick' });

  it('numbers passages in the order of the answer', () => {
    const { texts, sources } = cite([
      quoted(sick, 'Report sickness at once.'),
      quoted(leave, 'Unused days\nexpire in March.'),
    ]);
    assert.deepEqual(texts.map(withMarkers), [
      'Report sickness at once. [1]',
      'Staff get 30 days. Unused days expire in March. [2]',
    ]);
    assert.deepEqual(
      sources.map(({ n, docId, url }) => [n, docId, url]),
      [
        [1, 'sick', 'https://example.org/sick'],
        [2, 'leave', null],
      ],
    );
  });

  it('puts nothing behind the end of code', () => {
    const citations = [1, 2];
    assert.equal(withMarkers({ text: 'Run:\n```\na = 1\n```', citations }), 'Run:\n```\na = 1\n```\n[1] [2]');
    assert.equal(withMarkers({ text: '````\na = ```\n````', citations: [3] }), '````\na = ```\n````\n[3]');
    assert.equal(withMarkers({ text: 'Say ```.', citations: [] }).trim(), 'Say ```.');
  });

  it('gives the ranges of a passage and of its quotations in the document, in reading order', () => {
    const from = passage('leave.1.1', leave.text, { start: 1_000 });
    const { sources } = cite([quoted(from, 'Unused days\nexpire in March.', 'Staff get 30 days.')]);
    const [{ start, end, quotes } = sources[0]!] = sources;
    assert.deepEqual([start, end], [1_000, 1_000 + leave.text.length]);
    assert.deepEqual(quotes, [
      { start: 1_000, end: 1_018 },
      { start: 1_019, end: 1_047 },
    ]);
  });

  it('labels a source with its page, or else with its headings', () => {
    const label = (more: Partial<Passage>) => {
      const from = passage('d.1.0', 'Text here.', more);
      return cite([quoted(from, 'Text here.')]).sources[0]?.label;
    };
    assert.equal(label({ page: 12, section: 'Leave' }), 'Handbook, p. 12');
    assert.equal(label({ section: 'Leave › Carry-over' }), 'Handbook › Leave › Carry-over');
    assert.equal(label({ section: 'Handbook › Leave' }), 'Handbook › Leave');
    assert.equal(label({ section: 'Handbook of 2026 › Leave' }), 'Handbook › Leave');
    assert.equal(
      label({ title: 'Leave — Handbook', section: 'Leave › Unpaid' }),
      'Leave — Handbook › Unpaid',
    );
    assert.equal(label({ title: 'Two\nlines' }), 'Two lines');
    assert.equal(label({}), 'Handbook');
    const title = 'Rules of the house '.repeat(15);
    assert.match(label({ title, page: 12 })!, /^Rules of the house .{70,90}…, p\. 12$/);
    assert.match(label({ title, section: 'Leave › Carry-over' })!, /^Rules .{70,90}… › Leave › Carry-over$/);
  });

  it('shows a passage whole, and of a very long one the context of the quotation', () => {
    const whole = passage('whole.1.0', `${'before '.repeat(100)}The answer is here. ${'after '.repeat(100)}`);
    assert.equal(cite([quoted(whole, 'The answer is here.')]).sources[0]?.snippet, whole.text.trim());
    const long = passage('long.1.0', `${'before '.repeat(250)}The answer is here. ${'after '.repeat(250)}`);
    const snippet = cite([quoted(long, 'The answer is here.')]).sources[0]?.snippet ?? '';
    assert.match(snippet, /^…before .* The answer is here\. after .* after…$/);
    assert.ok(snippet.length > 1_500);
  });

  it('shows the beginning of a very long passage that is not quoted', () => {
    const long = passage('long.1.0', 'word '.repeat(400));
    const snippet = sourceOf({ passage: long, quotes: [], probability: 0 }).snippet;
    assert.match(snippet, /^word word .* word…$/);
    assert.ok(snippet.length <= 1_600 && snippet.length > 1_500);
  });

  it('gives snippets of at most 1,600 characters that hold the start of the quotation', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '\n', '.', '字'),
      minLength: 1,
      maxLength: 4_000,
      size: 'max',
    });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (text, a, b) => {
        const start = a % text.length;
        const end = start + 1 + (b % (text.length - start));
        const quotes = [{ start, end }];
        const { snippet } = sourceOf({ passage: passage('d.1.0', text), quotes, probability: 1 });
        assert.ok(snippet.length <= 1_600);
        const opening = text.slice(start, end).replace(/\s+/gu, ' ').trim().slice(0, 700);
        assert.ok(snippet.includes(opening), `“${opening}” is not in “${snippet}”`);
      }),
    );
  });
});
