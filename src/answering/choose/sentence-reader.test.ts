import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passageOf } from '../../../test/passage-of.ts';
import { parseQuestion } from '../../question/parsed-question.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { analysePassage } from './passage-analysis.ts';
import { questionWords } from './question-words.ts';
import { createSentenceReader } from './sentence-reader.ts';

const PASSAGES = [
  passageOf('orders', 'Refunds of an order take five weeks. Each order has a number. It is sent by mail.', {
    title: 'Orders',
    score: 0.9,
    dense: 0.3,
  }),
  passageOf('staff', 'Staff approve each refund. How long may that take?\nAt most 14 days.', {
    score: 1.1,
    dense: 0.2,
  }),
  passageOf('rows', 'Country | Refund 2020 | Refund 2021\nNorway | 14 | 21\nPeru | 30 | 35', { score: 0.4 }),
];

function score(text: string, passages: readonly Passage[], { reader = readerOf(text) } = {}) {
  const read = passages.map((passage) => ({ passage, analysis: analysePassage(passage) }));
  return reader.score(read);
}

function readerOf(text: string) {
  const options = { language: 'en', corpus: { chunks: 1_000, idf: () => 3 } };
  return createSentenceReader(questionWords(parseQuestion(text, ['en']), options));
}

describe('A sentence reader', () => {
  const question = 'How long does a refund of an order take?';

  it('computes every feature of every sentence', () => {
    for (const asked of [question, 'What percentage of refunds is approved?', 'Why are refunds sent?']) {
      const scored = score(asked, PASSAGES);
      assert.ok(scored.length > 4);
      for (const { features, score } of scored)
        assert.ok([...features, score].every(Number.isFinite), `${features}`);
    }
  });

  it('scores sentences the same whether or not they were read before, among others', () => {
    const reader = readerOf(question);
    score(question, PASSAGES, { reader });
    for (const among of [PASSAGES.slice(1), PASSAGES.toReversed(), PASSAGES.slice(0, 1)])
      assert.deepEqual(score(question, among, { reader }), score(question, among));
  });

  it('reads a passage anew for another question', () => {
    score(question, PASSAGES);
    const [best] = score('Who approves a refund?', PASSAGES).sort((a, b) => b.score - a.score);
    assert.equal(best!.passage, 1);
    assert.equal(best!.sentence, 0);
  });

  it('finds nothing for a question without words', () => {
    assert.deepEqual(score('???', PASSAGES), []);
  });
});
