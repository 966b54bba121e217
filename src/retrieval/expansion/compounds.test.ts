import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseQuestion } from '../../question/parsed-question.ts';
import { joinedWords, separateWords } from './compounds.ts';

const LANGUAGES = ['en'];

const asked = (text: string) => parseQuestion(text, LANGUAGES);

describe('A compound that the question writes as two words', () => {
  const joinedIn = (text: string, ...corpus: string[]) =>
    [...joinedWords(asked(text), (term) => corpus.includes(term))].map(
      ([part, words]) => `${part} → ${words.map(({ term }) => term).join(' ')}`,
    );

  it('is one of the corpus after a hyphen, for both of its words', () => {
    const found = ['roll → rollback', 'back → rollback'];
    assert.deepEqual(joinedIn('How long does a roll-back take?', 'rollback', 'roll', 'back'), found);
    assert.deepEqual(joinedIn('How long does a roll\u2010back take?', 'rollback'), found);
    assert.deepEqual(joinedIn('Who are our E-Mail contacts?', 'email', 'mail'), [
      'e → email',
      'mail → email',
    ]);
  });

  it('leaves a stop word as it is', () => {
    assert.deepEqual(joinedIn('Who is on-call?', 'oncal'), ['call → oncal']);
  });

  it('is one after a space only if the corpus lacks one of the two words', () => {
    assert.deepEqual(joinedIn('How do we use a data set?', 'dataset', 'data', 'set'), []);
    assert.deepEqual(joinedIn('How do we use a data set?', 'dataset', 'data'), [
      'data → dataset',
      'set → dataset',
    ]);
    assert.deepEqual(joinedIn('Is an act or use allowed?', 'actor'), []);
  });

  it('is the noun of a verb with a particle, whatever else the corpus has', () => {
    assert.deepEqual(joinedIn('How do I log in?', 'login', 'log'), ['log → login']);
    assert.deepEqual(joinedIn('Who is logged in?', 'login', 'log'), ['log → login']);
    assert.deepEqual(joinedIn('How do we roll back?', 'rollback', 'roll', 'back'), [
      'roll → rollback',
      'back → rollback',
    ]);
    assert.deepEqual(joinedIn('How do I log in?', 'log'), []);
  });

  it('stays two where the corpus does not have the one', () => {
    assert.deepEqual(joinedIn('How long does a roll-back take?', 'roll', 'back'), []);
  });
});

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
