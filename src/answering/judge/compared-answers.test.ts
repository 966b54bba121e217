import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passageOf } from '../../../test/passage-of.ts';
import { parseQuestion } from '../../question/parsed-question.ts';
import { analysePassage } from '../choose/passage-analysis.ts';
import { questionWords } from '../choose/question-words.ts';
import { createSentenceReader } from '../choose/sentence-reader.ts';
import { comparedAnswers } from './compared-answers.ts';

function answersOf(question: string, ...texts: string[]): string[] {
  const options = { language: 'en', corpus: { chunks: 1_000, idf: () => 3 } };
  const passages = texts.map((text, i) => {
    const passage = passageOf(`d${i}`, text);
    return { passage, analysis: analysePassage(passage) };
  });
  const parsed = parseQuestion(question, ['en']);
  const [best] = createSentenceReader(questionWords(parsed, options)).rank(passages);
  return comparedAnswers(parsed, best, { passages, agreement: 0.5, options }).map(({ best: found }) => {
    const { passage, analysis } = passages[found.passage]!;
    const { start, end } = analysis.sentences[found.sentence]!;
    return passage.text.slice(start, end);
  });
}

test('each of two things gets its own sentence, from two documents if needed', () => {
  const sentences = ['The L200 prints 28 pages a minute.', 'The C450 prints 45 pages a minute.'];
  const [l200, c450] = sentences.map((sentence) => `${sentence} It stands on the second floor.`);
  assert.deepEqual(answersOf('Does the L200 print faster than the C450?', l200!, c450!), sentences);
});

test('what is said of one thing is preferred for the other', () => {
  const hours = [
    'A part-time contract is between 16 and 32 hours a week.',
    'A full-time contract is 40 hours a week.',
  ];
  const others = ['Ask for a full-time contract at any time.', 'A full-time contract ends in writing.'];
  const question = 'What is the difference between a part-time contract and a full-time contract?';
  assert.deepEqual(answersOf(question, hours[0]!, [...others, hours[1]].join(' ')), hours);
});

test('one sentence for both things is enough, as where two words name one thing', () => {
  const text = 'Research and development staff book trips in the tool. Research is done in Oslo.';
  assert.deepEqual(answersOf('Where do research and development staff book trips?', text), []);
});

test('a thing that the passages do not tell of gets no sentence', () => {
  const text = 'Interns have a notice period of 5 days. Their desks are on the second floor.';
  assert.deepEqual(answersOf('How long are the notice periods of interns and apprentices?', text), [
    'Interns have a notice period of 5 days.',
  ]);
});
