import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseQuestion } from '../../question/parsed-question.ts';
import { questionWords } from '../choose/question-words.ts';
import { coverage, createWordMatcher } from '../choose/word-match.ts';
import { keepsSubject } from './carried-subject.ts';

const CORPUS = new Set(['famili', 'ticket', 'cost', 'castl', 'dog', 'garden']);
const PASSAGE = ['famili', 'ticket', 'cost', '24', 'castl', 'dog'];

function keeps(question: string): boolean {
  const parsed = { ...parseQuestion(question, ['en']), carried: [{ term: 'ticket', weight: 0.5 }] };
  const { words, ...rest } = questionWords(parsed, {
    language: 'en',
    corpus: { chunks: 1_000, idf: (term) => (CORPUS.has(term) ? 4 : 7) },
  });
  return keepsSubject({ words, ...rest }, coverage(words, PASSAGE, createWordMatcher(words)));
}

describe('A follow-up keeps to the subject of the conversation', () => {
  for (const question of ['And then?', 'And for dogs?', 'What does it cost in the garden?', 'Family cost?'])
    it(`when the passage has its words or it says so: ${question}`, () => assert.ok(keeps(question)));
  for (const question of [
    'Who invented the zeppelin?',
    'And who invented the zeppelin?',
    'Does it have a flux capacitor in the castle?',
    'Which garden?',
  ])
    it(`unless its own words are unknown or stand elsewhere: ${question}`, () => assert.ok(!keeps(question)));
});
