import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passageOf } from '../../../test/passage-of.ts';
import { parseQuestion, type Variants } from '../../question/parsed-question.ts';
import { expectedTokens } from './expected-answer.ts';
import { analysePassage } from './passage-analysis.ts';
import { questionWords } from './question-words.ts';
import { createSentenceReader } from './sentence-reader.ts';

const corpus = { chunks: 1_000, idf: () => 3 };

function read(question: string, text: string, variants?: Variants) {
  const parsed = { ...parseQuestion(question, ['en']), variants };
  const { words, match } = createSentenceReader(questionWords(parsed, { language: 'en', corpus }));
  const analysis = analysePassage(passageOf('d', text));
  const [sentence] = analysis.sentences;
  return expectedTokens(words, analysis, sentence!, match);
}

test('a word of the question is no answer to it, nor is one that stands for it', () => {
  const question = 'How many of the 40 desks are new?';
  assert.ok(read(question, 'Of 40 desks 12 are new.').isSure);
  assert.ok(read(question, 'Of 40 desks most are new.').isMissing);
  const variants = new Map([['boss', [{ terms: ['head'], weight: 0.5 }]]]);
  assert.ok(read('Who is the boss?', 'It is said that Head Ann Lee signs.', variants).isSure);
  assert.ok(!read('Who is the boss?', 'It is said that Head Lee signs.', variants).isSure);
  assert.ok(read('Who is the boss?', 'It is said that the Head signs.', variants).isMissing);
});

test('the number of a list item is no answer', () => {
  const question = 'How many salaries are there?';
  for (const text of ['6. Salaries are paid on Friday.', '6) Salaries are paid.'])
    assert.ok(read(question, text).isMissing);
  assert.ok(read(question, '6 salaries are paid on Friday.').isSure);
});

test('a number that stands for a word of the question may be the answer', () => {
  const phrase = new Map([['minimum', [{ terms: ['.under', '13'], weight: 0.5 }]]]);
  for (const text of ['Users are 13 years old.', 'Nobody under 13 may join.'])
    assert.ok(read('How many years is the minimum age?', text, phrase).isSure);
  const variants = new Map([['half', [{ terms: ['50'], weight: 0.5 }]]]);
  assert.ok(read('How many desks are half price?', 'There are 50 desks.', variants).isSure);
});
