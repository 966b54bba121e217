import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseQuestion } from '../../question/parsed-question.ts';
import { separateWords } from './compounds.ts';

const LANGUAGES = ['en'];

const asked = (text: string) => parseQuestion(text, LANGUAGES);

describe('A compound that the question writes as one word', () => {
  const frequencies = new Map([
    ['roll', 2],
    ['back', 5],
    ['.on', 50],
    ['call', 9],
    ['e', 1],
    ['mail', 4],
  ]);
  const idf = (term: string) => Math.log(101 / ((frequencies.get(term) ?? 0) + 0.5));
  const separate = (word: string) => {
    const question = asked(word);
    return separateWords(question.terms[0]!.term, question, idf);
  };

  it('is two words of the corpus, the rarer first, without stop words and single letters', () => {
    assert.deepEqual(separate('Rollbacks'), ['roll', 'back']);
    assert.deepEqual(separate('oncall'), ['call']);
    assert.deepEqual(separate('email'), ['mail']);
  });

  it('stays one where the corpus lacks one of the two, or the word is very short or long', () => {
    assert.deepEqual(separate('rollout'), []);
    assert.deepEqual(separate('email'.padEnd(33, 'x')), []);
  });

  it('is unknown when the question has no such word', () => {
    assert.deepEqual(separateWords('rollback', asked('refund'), idf), []);
  });
});
