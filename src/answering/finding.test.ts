import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passageOf as passage } from '../../test/passage-of.ts';
import type { Passage } from '../retrieval/passage.ts';
import { standaloneQuery } from './conversation/follow-up.ts';
import { analysePassage } from './extraction/passage-analysis.ts';
import { findSentences } from './finding.ts';

const CONTEXT = { languages: ['en'], idf: () => 3 };

function answer(question: string, passages: readonly Passage[]): string[] {
  const { extracted } = findSentences({ mode: 'learning' }, passages, {
    query: standaloneQuery(question, { turns: [], summary: [] }, CONTEXT),
    language: 'en',
    corpus: { chunks: 1_000, idf: () => 3 },
    analyse: analysePassage,
  });
  return extracted.map(({ passage, sentence }) => passage.text.slice(sentence.start, sentence.end));
}

test('both halves of a question in two are answered, from two documents where it takes them', () => {
  const found = answer('How many pages does the Refund Handbook have and who wrote the Refund Handbook?', [
    passage(
      'print',
      'The Refund Handbook has 212 pages. The first Refund Handbook had 90 pages. Pages of the Refund Handbook have 30 lines.',
    ),
    passage('authors', 'It is well made. The Refund Handbook is by Ann Keller, who wrote it in Oslo.'),
  ]);
  assert.ok(found.some((sentence) => sentence.includes('212 pages')));
  assert.ok(found.some((sentence) => sentence.includes('Ann Keller')));
});
