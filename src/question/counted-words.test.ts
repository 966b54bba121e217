import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyze } from '../text/analyzer.ts';
import { countedTerms, isCount } from './counted-words.ts';

const counted = (question: string, language: string) => [
  ...countedTerms(question, analyze(question, language)),
];

describe('The words that name what is to be counted', () => {
  it('come right after "how many", up to the next stop word', () => {
    assert.deepEqual(counted('How many Executive members does Costco have?', 'en'), ['execut', 'member']);
    assert.deepEqual(counted('What is the number of the employees in Spain?', 'en'), ['employe']);
  });

  it('are known in other languages, with and without spaces', () => {
    assert.equal(counted('Wie viele Mitarbeiter hat die Firma?', 'de').length, 1);
    assert.equal(counted("Combien d'employés ont-ils ?", 'fr').length, 1);
    assert.equal(counted('Сколько сотрудников в компании?', 'ru')[0], 'сотрудник');
    assert.ok(counted('公司有多少员工？', 'zh').length > 0);
  });

  it('are empty when the question does not say what, or asks for no count', () => {
    assert.deepEqual(counted('How many are there?', 'en'), []);
    assert.deepEqual(counted('How much did the company spend?', 'en'), []);
    assert.deepEqual(counted('Who runs the company?', 'en'), []);
  });

  it('are looked for in the given part of the question', () => {
    const question = 'Who founded it and how many stores are there?';
    const tokens = analyze(question, 'en');
    assert.deepEqual([...countedTerms(question, tokens, { start: 0, end: 14 })], []);
    assert.deepEqual([...countedTerms(question, tokens, { start: 14, end: question.length })], ['store']);
  });
});

it('a number that may be a year is not a count, unless written like one', () => {
  assert.ok(!isCount('1984', '1984'.length));
  assert.ok(isCount('1984', '1,984'.length));
  assert.ok(isCount('1250', '1250'.length));
});
