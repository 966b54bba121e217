import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fitRanker, type RankingExample, scoresOf } from './softmax-ranker.ts';

it('weighs the feature that answers have above the one that they have not', () => {
  const examples: RankingExample[] = Array.from({ length: 20 }, (_, i) => ({
    // Candidate 0 answers: its first feature is high, its second anything.
    features: Float64Array.from([1, (i * 7) % 3, 0, (i * 5) % 3, 0.2, (i * 11) % 3]),
    worth: Float64Array.from([1, 0, 0]),
    weight: 1,
  }));
  const weights = fitRanker(examples, 2);
  assert.ok(weights[0]! > 3 * Math.abs(weights[1]!), `${weights}`);
  for (const example of examples) {
    const scores = scoresOf(example, weights);
    assert.equal(scores.indexOf(Math.max(...scores)), 0);
  }
});
