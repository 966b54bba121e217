import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuestion } from '../../question/parsed-question.ts';
import { askedWords } from './asked-words.ts';

const asked = (text: string, language: string, asIn = language) =>
  askedWords(parseQuestion(text, [asIn]), { language, idf: () => 2 });

test('each word is listed once, with its weight times idf', () => {
  const { indexOf, weights } = asked('the Refund, or the refunds', 'en');
  assert.deepEqual([...indexOf.keys()], ['.the', 'refund', '.or']);
  assert.deepEqual([...weights], [0.4, 4, 0.2]);
});

test('consecutive content words are pairs, whatever stop words are between them', () => {
  const { pairs, numbers } = asked('cost of shipping in 2024', 'en');
  assert.deepEqual(pairs, [
    [0, 2],
    [2, 4],
  ]);
  assert.deepEqual(numbers, [4]);
});

test('a question is read by the rules of the passage, and words not searched for weigh as content', () => {
  const { indexOf, weights } = asked('Häuser', 'de', 'en');
  assert.deepEqual([...indexOf.keys()], ['haus']);
  assert.deepEqual([...weights], [2]);
});

test('what stands for a word is listed by its last term, worth less than in the search', () => {
  const variants = new Map([
    [
      'vacat',
      [
        { terms: ['leav'], weight: 0.5 },
        { terms: ['time', '.off'], weight: 0.25 },
      ],
    ],
    ['holiday', [{ terms: ['leav'], weight: 0.5 }]],
    ['unask', [{ terms: ['other'], weight: 0.5 }]],
  ]);
  const { standIns } = askedWords(
    { ...parseQuestion('vacation or holiday', ['en']), variants },
    { language: 'en', idf: () => 2 },
  );
  assert.deepEqual(Object.fromEntries(standIns), {
    leav: [
      { word: 0, factor: 0.3, before: [] },
      { word: 2, factor: 0.3, before: [] },
    ],
    '.off': [{ word: 0, factor: 0.15, before: ['time'] }],
  });
});
