import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fitLogistic, logitOf } from './logistic.ts';

it('finds the coefficients that made the examples, offsets counted', () => {
  const examples = Array.from({ length: 400 }, (_, i) => {
    const x = (i % 20) / 10 - 1;
    const offset = i % 40 < 20 ? 0 : 0.5;
    const probability = 1 / (1 + Math.exp(-(0.3 + 2 * x + offset)));
    // As many of each twenty alike are positive as the probability says.
    return {
      features: Float64Array.of(1, x),
      offset,
      isPositive: Math.floor(i / 40) + 0.5 < probability * 10,
    };
  });
  const weights = fitLogistic([examples], 2);
  assert.ok(Math.abs(weights[0]! - 0.3) < 0.2, `${weights[0]}`);
  assert.ok(Math.abs(weights[1]! - 2) < 0.3, `${weights[1]}`);
  assert.ok(Math.abs(logitOf(examples[0]!, weights) - (weights[0]! - weights[1]!)) < 1e-9);
});
