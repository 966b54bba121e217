import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tokenOverlap } from './token-overlap.ts';

describe('tokenOverlap', () => {
  it('is the harmonic mean of the shares of words that answer and gold answer have in common', () => {
    assert.equal(tokenOverlap('The refund is paid.', ['refund paid']), 4 / 5);
    assert.equal(tokenOverlap('paid paid', ['paid']), 2 / 3);
  });

  it('takes the gold answer that fits best, and is 0 without one', () => {
    assert.equal(tokenOverlap('ten days', ['a week', 'Ten days!']), 1);
    assert.equal(tokenOverlap('ten days', ['a week']), 0);
    assert.equal(tokenOverlap('', ['a week']), 0);
  });
});
