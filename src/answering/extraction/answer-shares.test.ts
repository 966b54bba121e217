import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passageOf } from '../../../test/passage-of.ts';
import { createAnswerShares } from './answer-shares.ts';
import { analysePassage } from './passage-analysis.ts';

const shares = createAnswerShares(analysePassage);
const CORPUS = { chunks: 1_000, idf: () => 3 };

describe('createAnswerShares', () => {
  const scattered = passageOf(
    'scattered',
    'The handbook is on paper. Refunds are rare. Customers write to us. An order takes a week.',
  );
  const said = passageOf(
    'said',
    'It rained. Customers get refunds for an order within 14 days. It rained again.',
  );

  it('gives the largest share to the passage with a sentence that answers', () => {
    const question = { text: 'How many days do customers have for refunds of an order?', terms: [] };
    const [one, other] = shares(question, [scattered, said], CORPUS);
    assert.ok(other! > 0.9, `${other}`);
    assert.ok(Math.abs(one! + other! - 1) < 1e-9);
  });

  it('gives no shares for a question that several passages answer together', () => {
    const question = { text: 'How can I get refunds for an order?', terms: [] };
    assert.deepEqual(shares(question, [scattered, said], CORPUS), [0, 0]);
  });

  it('gives no shares without words or without passages', () => {
    assert.deepEqual(shares({ text: '???', terms: [] }, [scattered, said], CORPUS), [0, 0]);
    assert.deepEqual(shares({ text: 'How many days?', terms: [] }, [], CORPUS), []);
  });
});
