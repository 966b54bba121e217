import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askingClauses } from './asking-clauses.ts';

const clausesOf = (question: string) =>
  askingClauses(question).map(({ start, end }) => question.slice(start, end).trim());

describe('The clauses of a question', () => {
  it('are two when it asks again after "and"', () => {
    assert.deepEqual(clausesOf('Who wrote Faust and when was it published?'), [
      'Who wrote Faust',
      'and when was it published?',
    ]);
    assert.deepEqual(clausesOf('Wer schrieb Faust und wann erschien er?'), [
      'Wer schrieb Faust',
      'und wann erschien er?',
    ]);
  });

  it('are two when two sentences ask', () => {
    assert.deepEqual(clausesOf('What is the fee? And how often is it due?'), [
      'What is the fee?',
      'And how often is it due?',
    ]);
  });

  it('are none when it asks one thing, or more than two', () => {
    assert.deepEqual(clausesOf('How and why did it fail?'), []);
    assert.deepEqual(clausesOf('In the 1980s, what channel did they buy?'), []);
    assert.deepEqual(clausesOf('Tourism and what else is the region famous for?'), []);
    assert.deepEqual(clausesOf('Who is it? What is it? Where is it?'), []);
  });
});
