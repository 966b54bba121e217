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

  it('looks at the best ten passages, but at all of them for a definition', () => {
    const used = Array.from({ length: 20 }, (_, p) => passageOf(`used${p}`, `Refund ${p} of the order.`));
    const defined = passageOf('defined', 'A refund is money that is paid back.');
    const passages = [...used, defined];
    assert.equal(shares({ text: 'When is a refund paid back?', terms: [] }, passages, CORPUS).length, 10);
    const found = shares({ text: 'What is a refund?', terms: [] }, passages, CORPUS);
    assert.equal(found.length, 21);
    assert.ok(found.every((share) => share <= found[20]!));
  });

  it('gives no shares without words or without passages', () => {
    assert.deepEqual(shares({ text: '???', terms: [] }, [scattered, said], CORPUS), [0, 0]);
    assert.deepEqual(shares({ text: 'How many days?', terms: [] }, [], CORPUS), []);
  });
});
