import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passageOf } from '../../../test/passage-of.ts';
import { rankByAnswer } from './answer-shares.ts';

describe('rankByAnswer', () => {
  const ranked = Array.from({ length: 12 }, (_, p) => ({
    ...passageOf(`d${p}`, `Text ${p}.`),
    score: 2 - p / 20,
  }));
  const ids = (passages: readonly { docId: string }[]) => passages.map(({ docId }) => docId);

  it('puts a passage that surely holds the answer before one that scores a little better', () => {
    const turned = rankByAnswer(ranked, (best) => best.map((_, p) => (p === 2 ? 1 : 0)));
    assert.deepEqual(ids(turned).slice(0, 3), ['d2', 'd0', 'd1']);
    assert.deepEqual(turned[0], ranked[2], 'what a passage scores by itself stays');
  });

  it('leaves one that scores much better before it', () => {
    const [first] = rankByAnswer([{ ...ranked[0]!, score: 3 }, ...ranked.slice(1)], (best) =>
      best.map((_, p) => (p === 2 ? 1 : 0)),
    );
    assert.equal(first?.docId, 'd0');
  });

  it('leaves those that were not looked at behind the others, as they are', () => {
    const turned = rankByAnswer(ranked, (best) => best.slice(0, 10).map((_, p) => (p === 9 ? 1 : 0)));
    assert.deepEqual(ids(turned), ['d9', 'd0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7', 'd8', 'd10', 'd11']);
  });

  it('changes nothing without evidence', () => {
    assert.deepEqual(
      rankByAnswer(ranked, (best) => best.map(() => 0)),
      ranked,
    );
    assert.deepEqual(
      rankByAnswer([], () => []),
      [],
    );
  });
});
