import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passageOf as passage } from '../../test/passage-of.ts';
import type { Passage } from '../retrieval/passage.ts';
import { standaloneQuery } from './conversation/follow-up.ts';
import { analysePassage } from './extraction/passage-analysis.ts';
import { type Finding, findSentences } from './finding.ts';
import { DEFAULT_SCORE_THRESHOLD } from './gate.ts';

const CONTEXT = { languages: ['en'], idf: () => 3 };

function find(question: string, passages: readonly Passage[], neighbours: readonly Passage[] = []): Finding {
  return findSentences(
    { mode: 'learning' },
    { passages },
    {
      neighbours,
      query: standaloneQuery(question, { turns: [], summary: [] }, CONTEXT),
      language: 'en',
      corpus: { chunks: 1_000, idf: () => 3 },
      analyse: analysePassage,
    },
  );
}

function answer(...found: Parameters<typeof find>): string[] {
  return find(...found).extracted.map(({ passage, sentence }) =>
    passage.text.slice(sentence.start, sentence.end),
  );
}

test('both halves of a double question are answered, from two documents if needed', () => {
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

test('a double question is as probable as the part that is the less probable alone', () => {
  const glossary = passage('terms', 'Provisioning gives a device its keys.\n\nA tenant is a separate space.');
  const parts = ['What is provisioning?', 'What is a tenant?'];
  const alone = parts.map((part) => find(part, [glossary]).probability);
  const both = find('What is provisioning and what is a tenant?', [glossary]).probability;
  assert.ok(both > DEFAULT_SCORE_THRESHOLD && both >= 0.8 * Math.min(...alone), `${both} ${alone}`);
  const half = find('What is provisioning and what is a landlord?', [glossary]).probability;
  assert.ok(half < 0.8 * both, `${half}`);
});

test('both of two things that are compared are answered, each from its own document', () => {
  const found = answer('Is the notice period of managers longer than the notice period of interns?', [
    passage(
      'managers',
      'The notice period of managers is three months. The notice period of managers begins on the first of a month. The notice period of managers is set by law.',
    ),
    passage('interns', 'They have a desk. For interns the notice is five days.'),
  ]);
  for (const length of ['three months', 'five days'])
    assert.ok(
      found.some((sentence) => sentence.includes(length)),
      `${length}: ${found}`,
    );
});

test('text cut off into the next chunk can answer, and does not lower the agreement', () => {
  const found = passage('terms', 'A refund of the handbook is possible. It has to be asked for in writing.');
  const next = passage('terms', 'The refund of the handbook has to be asked for within 14 days.');
  const question = 'Within how many days has a refund of the handbook to be asked for?';
  const [first] = answer(question, [found], [next]);
  assert.equal(first, next.text);
  const agreements = [[], [next]].map((neighbours) => find(question, [found], neighbours).agreement);
  assert.equal(agreements[0], agreements[1]);
});
