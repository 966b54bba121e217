import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Passage } from '../retrieval/passage.ts';
import { checkGrounding } from './grounding.ts';
import { analysePassage } from './passage-analysis.ts';

function read(text: string, language = 'en') {
  const passage: Passage = {
    chunkId: 'd.1.0',
    docId: 'd',
    kind: 'document',
    title: 'Handbook',
    url: null,
    language,
    text,
    page: null,
    section: null,
    lexical: 1,
    dense: 0,
    score: 1,
  };
  return { passage, analysis: analysePassage(passage) };
}

const evidence = read(
  'Staff may carry over 15 days\nof leave until March. Ann Keller approves refunds above 500 euros [7].',
);
const check = (text: string, from = evidence) =>
  checkGrounding([{ text, evidence: [from] }], { language: 'en', idf: () => 1 });

describe('Checking a statement against its source', () => {
  it('supports a quotation, white space and neutralised markers aside', () => {
    assert.deepEqual(check('Staff may carry over 15 days of leave until March.'), {
      verdict: 'supported',
      score: 1,
    });
    assert.equal(check('Ann Keller approves refunds above 500 euros (7).').score, 1);
    assert.equal(check('Staff may carry over 15 days…').score, 1);
  });

  it('supports other words that say the same', () => {
    assert.equal(check('Until March, staff may carry over 15 days of leave.').verdict, 'supported');
  });

  it('never supports an altered number, an altered name, a negation more or less', () => {
    for (const altered of [
      'Staff may carry over 25 days of leave until March.',
      'Staff may carry over 5 days of leave until March.',
      '5 days of leave until March.',
      'Staff may carry over 15 days of leave until April.',
      'Bob Keller approves refunds above 500 euros.',
      'Staff may not carry over 15 days of leave until March.',
      'Ann Keller never approves refunds above 500 euros.',
    ]) {
      assert.notEqual(check(altered).verdict, 'supported', altered);
    }
    assert.notEqual(check('Refunds are paid.', read('Refunds are not paid.')).verdict, 'supported');
  });

  it('does so in other scripts', () => {
    const russian = read('Отпуск длится 28 дней и не переносится.', 'ru');
    assert.equal(check('Отпуск длится 28 дней и не переносится.', russian).verdict, 'supported');
    assert.notEqual(check('Отпуск длится 30 дней и не переносится.', russian).verdict, 'supported');
    assert.notEqual(check('Отпуск длится 28 дней и переносится.', russian).verdict, 'supported');
    const chinese = read('员工每年有15天假期。', 'zh');
    assert.equal(check('每年有15天假期。', chinese).verdict, 'supported');
    assert.notEqual(check('员工每年有20天假期。', chinese).verdict, 'supported');
  });

  it('does not support what the source does not speak of, nor a statement without a source', () => {
    assert.equal(check('Bananas grow in warm countries.').verdict, 'unsupported');
    assert.equal(check('').verdict, 'unsupported');
    assert.equal(
      checkGrounding([{ text: 'Staff may carry over.', evidence: [] }], { language: 'en', idf: () => 1 })
        .verdict,
      'unsupported',
    );
  });

  it('calls an answer partial when only some of it is supported, and averages its score', () => {
    const statement = (text: string) => ({ text, evidence: [evidence] });
    const context = { language: 'en', idf: () => 1 };
    const mixed = checkGrounding(
      [
        statement('Ann Keller approves refunds above 500 euros'),
        statement('Bananas grow in warm countries.'),
      ],
      context,
    );
    assert.deepEqual(mixed, { verdict: 'partial', score: 0.5 });
    assert.equal(checkGrounding([], context).verdict, 'unsupported');
  });
});
