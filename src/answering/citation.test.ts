import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Passage } from '../retrieval/passage.ts';
import { cite, type Quoted, withMarkers } from './citation.ts';

function passage(chunkId: string, text: string, more: Partial<Passage> = {}): Passage {
  const [docId = ''] = chunkId.split('.');
  return {
    chunkId,
    docId,
    text,
    kind: 'document',
    title: 'Handbook',
    url: null,
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

function quoted(from: Passage, sentence: string): Quoted {
  const start = from.text.indexOf(sentence);
  assert.ok(start >= 0);
  return { passage: from, start, end: start + sentence.length, probability: 0.8 };
}

describe('Citing', () => {
  const leave = passage('leave.1.0', 'Staff get 30 days. Unused days\nexpire in March.');
  const sick = passage('sick.1.0', 'Report sickness at once.', { url: 'https://example.org/sick' });

  it('numbers passages in the order in which the answer names them, each once', () => {
    const { sentences, sources } = cite([
      quoted(sick, 'Report sickness at once.'),
      quoted(leave, 'Staff get 30 days.'),
      quoted(leave, 'Unused days\nexpire in March.'),
    ]);
    assert.deepEqual(sentences.map(withMarkers), [
      'Report sickness at once. [1]',
      'Staff get 30 days. [2]',
      'Unused days expire in March. [2]',
    ]);
    assert.deepEqual(
      sources.map(({ n, docId, url }) => [n, docId, url]),
      [
        [1, 'sick', 'https://example.org/sick'],
        [2, 'leave', null],
      ],
    );
  });

  it('gives the ranges of a passage and of its quotations in the document, in reading order', () => {
    const from = passage('leave.1.1', leave.text, { start: 1_000 });
    const { sources } = cite([
      quoted(from, 'Unused days\nexpire in March.'),
      quoted(from, 'Staff get 30 days.'),
    ]);
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
    assert.equal(label({ title: 'Two\nlines' }), 'Two lines');
    assert.equal(label({}), 'Handbook');
  });

  it('shows a short chunk whole, and of a long one the context of the quotation', () => {
    assert.equal(
      cite([quoted(leave, 'Staff get 30 days.')]).sources[0]?.snippet,
      'Staff get 30 days. Unused days expire in March.',
    );
    const long = passage('long.1.0', `${'before '.repeat(150)}The answer is here. ${'after '.repeat(150)}`);
    const snippet = cite([quoted(long, 'The answer is here.')]).sources[0]?.snippet ?? '';
    assert.match(snippet, /^…before .* The answer is here\. after .* after…$/);
    assert.ok(snippet.length > 500);
  });

  it('gives snippets of at most 600 characters that hold the start of the quotation', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '\n', '.', '字'),
      minLength: 1,
      maxLength: 1800,
    });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (text, a, b) => {
        const start = a % text.length;
        const end = start + 1 + (b % (text.length - start));
        const [source] = cite([{ passage: passage('d.1.0', text), start, end, probability: 1 }]).sources;
        const snippet = source?.snippet ?? '';
        assert.ok(snippet.length <= 600);
        const opening = text.slice(start, end).replace(/\s+/gu, ' ').trim().slice(0, 300);
        assert.ok(snippet.includes(opening), `“${opening}” is not in “${snippet}”`);
      }),
    );
  });
});
