import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Passage } from '../../../retrieval/passage.ts';
import { withMarkers } from '../citation.ts';
import { quoteWhole } from './approved-answer.ts';
import { writtenQuotations } from './write-quotations.ts';

function passage(n: number, text: string): Passage {
  return {
    ...{
      chunkId: `answer-1.1.${n}`,
      docId: 'answer-1',
      kind: 'approved_answer',
      title: 'When does it open?',
    },
    ...{
      url: null,
      fileName: null,
      updatedAt: 0,
      language: 'en',
      text,
      start: 0,
      page: null,
      section: null,
      lexical: 0,
      dense: 0,
      fused: 1,
      score: 1,
    },
  };
}

test('the whole answer is given with its line breaks, every passage cited, and no citation but ours', () => {
  const answer = quoteWhole([
    passage(0, 'Hours:\n- nine  to five, see [7]'),
    passage(1, 'Never on Mondays.'),
  ]);
  assert.deepEqual(answer.texts.map(withMarkers), [
    'Hours:\n- nine to five, see (7) [1]',
    'Never on Mondays. [2]',
  ]);
  assert.deepEqual(
    answer.sources.map(({ n, kind, label, score }) => [n, kind, label, score]),
    [
      [1, 'approved_answer', 'When does it open?', 1],
      [2, 'approved_answer', 'When does it open?', 1],
    ],
  );
  assert.deepEqual([answer.isSynthesized, answer.grounding.verdict], [false, 'supported']);
  assert.deepEqual(writtenQuotations(answer).gist, 'Hours:\n- nine to five, see (7) Never on Mondays.');
});
