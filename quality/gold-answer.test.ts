import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holdsGoldAnswer } from './gold-answer.ts';

describe('holdsGoldAnswer', () => {
  it('overlooks case, punctuation and articles', () => {
    assert.ok(
      holdsGoldAnswer('It was “The United-States Navy”.', ['united States navy', 'unitedstates navy']),
    );
    assert.ok(holdsGoldAnswer('Nearly US$12 a barrel', ['us12 barrel']));
  });

  it('takes any one of the answers', () => {
    assert.ok(holdsGoldAnswer('In October of that year.', ['1973', 'October']));
  });

  it('finds an answer in text without spaces', () => {
    assert.ok(holdsGoldAnswer('踩踏事故，造成12人死亡。', ['12人']));
  });

  it('does not find a missing answer, nor one of punctuation alone', () => {
    assert.ok(!holdsGoldAnswer('In October.', ['November']));
    assert.ok(!holdsGoldAnswer('In October.', ['—']));
    assert.ok(!holdsGoldAnswer('In October.', []));
  });
});
