import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passageOf } from '../../../test/passage-of.ts';
import { parseQuestion } from '../../question/parsed-question.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { analysePassage } from './passage-analysis.ts';
import { questionWords } from './question-words.ts';
import { answerShares, rankByAnswer, withAnswerShares } from './rank-by-answer.ts';
import { createSentenceReader } from './sentence-reader.ts';

const read = (passage: Passage) => ({ passage, analysis: analysePassage(passage) });
const readerOf = (question: string) => {
  const corpus = { chunks: 1_000, idf: () => 3 };
  return createSentenceReader(questionWords(parseQuestion(question, ['en']), { language: 'en', corpus }));
};
const ids = (passages: readonly { docId: string }[]) => passages.map(({ docId }) => docId);

describe('The share of a passage in the answer', () => {
  const shares = (question: string, passages: readonly Passage[]) =>
    answerShares(passages.map(read), readerOf(question));
  const scattered = passageOf(
    'scattered',
    'The handbook is on paper. Refunds are rare. Customers write to us. An order takes a week.',
  );
  const said = passageOf(
    'said',
    'It rained. Customers get refunds for an order within 14 days. It rained again.',
  );

  it('is the largest where a sentence answers', () => {
    const [one, other] = shares('How many days do customers have for refunds of an order?', [
      scattered,
      said,
    ]);
    assert.ok(other! > 0.9, `${other}`);
    assert.ok(Math.abs(one! + other! - 1) < 1e-9);
  });

  it('is none without words or without passages', () => {
    assert.deepEqual(shares('???', [scattered, said]), [0, 0]);
    assert.deepEqual(shares('How many days?', []), []);
  });
});

describe('rankByAnswer', () => {
  it('looks at the best ten passages', () => {
    const passages = Array.from({ length: 10 }, (_, p) =>
      passageOf(`used${p}`, `Refund ${p} of the order.`, { score: 1 - p / 1_000 }),
    );
    const dated = passageOf('dated', 'A refund is paid back on 3 May 2024.', { score: 1 });
    const firstOf = (of: typeof passages) =>
      ids(rankByAnswer(of, readerOf('When is a refund paid back?')))[0];
    assert.equal(firstOf([...passages.slice(1), dated]), 'dated');
    assert.notEqual(firstOf([...passages, dated]), 'dated');
  });
});

describe('withAnswerShares', () => {
  const ranked = Array.from({ length: 12 }, (_, p) =>
    passageOf(`d${p}`, `Text ${p}.`, { score: 2 - p / 20 }),
  );
  const surely = (at: number, length = 12) => Array.from({ length }, (_, p) => (p === at ? 1 : 0));

  it('puts a passage that surely holds the answer before one that scores a little better', () => {
    const turned = withAnswerShares(ranked, surely(2));
    assert.deepEqual(ids(turned).slice(0, 3), ['d2', 'd0', 'd1']);
    const { ahead, ...first } = turned[0]!;
    assert.deepEqual(first, ranked[2], 'what a passage scores by itself stays');
    assert.ok(Math.abs(ahead! - 0.7) < 1e-9, 'worth 2.7, and the next one 2');
  });

  it('leaves one that scores much better before it', () => {
    const [first] = withAnswerShares([{ ...ranked[0]!, score: 3 }, ...ranked.slice(1)], surely(2));
    assert.equal(first?.docId, 'd0');
  });

  it('leaves those that were not looked at behind the others, as they are', () => {
    const turned = withAnswerShares(ranked, surely(9, 10));
    assert.deepEqual(ids(turned), ['d9', 'd0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7', 'd8', 'd10', 'd11']);
  });

  it('changes nothing without evidence', () => {
    assert.deepEqual(ids(withAnswerShares(ranked, surely(-1))), ids(ranked));
    assert.deepEqual(withAnswerShares([], []), []);
  });
});
