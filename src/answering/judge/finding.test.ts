import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foundPassages } from '../../../test/found-passages.ts';
import { passageOf as passage } from '../../../test/passage-of.ts';
import { parseQuestion, type Variants } from '../../question/parsed-question.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { sentenceOf } from '../choose/sentence-reader.ts';
import { type Finding, findAnswer, isSure, mayHelp } from './finding.ts';
import { DEFAULT_SCORE_THRESHOLD } from './gate.ts';

const CORPUS = { chunks: 1_000, idf: () => 3 };

function find(
  question: string,
  passages: readonly Passage[],
  { said, corpus = CORPUS, variants }: { said?: string; corpus?: typeof CORPUS; variants?: Variants } = {},
): Finding {
  const parsed = {
    ...parseQuestion(question, ['en']),
    ...(said !== undefined && { said }),
    ...(variants && { variants }),
  };
  return findAnswer(foundPassages(parsed, passages, corpus), { corpus });
}

function answer(...found: Parameters<typeof find>): string[] {
  const { best, passages } = find(...found);
  return best.map((candidate) => {
    const { passage, sentence } = sentenceOf(passages, candidate);
    return passage.text.slice(sentence.start, sentence.end);
  });
}

test('the best sentence is in the first passage with a word of the question: it is ranked by all it says', () => {
  const first = passage('policy', 'Leave is 30 days. It is paid.');
  const second = passage('faq', 'How many days of leave do staff get? Staff get 25 days of leave.');
  const none = passage('menu', 'Soup is served at noon.');
  const question = 'How many days of leave do staff get?';
  assert.deepEqual(answer(question, [first, second]), ['Leave is 30 days.']);
  assert.deepEqual(answer(question, [none, second]), ['Staff get 25 days of leave.']);
  assert.equal(find('Who invented the zeppelin?', [none]).probability, 0);
});

test('passages may help if they probably answer, or are near in meaning', () => {
  const leave = passage('policy', 'Staff get 25 days of leave.');
  const finding = find('How many holidays are there in Norway?', [leave]);
  assert.equal(finding.probability, 0);
  const near = (dense: number, among = finding): Finding => ({
    ...among,
    passages: finding.passages.map((read) => ({ ...read, passage: { ...read.passage, dense } })),
  });
  assert.equal(mayHelp(near(0.2)), false);
  assert.equal(mayHelp(near(0.4)), false);
  assert.equal(mayHelp(near(0.5)), true);
  const few = find('How many holidays are there in Norway?', [leave], { corpus: { ...CORPUS, chunks: 9 } });
  assert.equal(mayHelp(near(0.4, few)), true);
  assert.equal(mayHelp(near(0.3, few)), false);
  assert.equal(mayHelp(find('How many days of leave do staff get?', [leave])), true);
});

test('a probable answer is sure where its passage has most words and is clearly ahead of the next one', () => {
  const sure = (more: Partial<Passage>, probability = 0.9, said = 'Staff get 25 days of leave.') =>
    isSure({ ...find('How many days of leave do staff get?', [passage('policy', said, more)]), probability });
  assert.deepEqual(
    [sure({ ahead: 0.4 }), sure({ ahead: 0.3 }), sure({ ahead: 0.4 }, 0.5)],
    [true, false, false],
  );
  assert.deepEqual(
    [sure({ lead: 0.5 }), sure({ lead: 0.1 }), sure({ lead: 0.1, ahead: 0.5 })],
    [true, false, true],
  );
  assert.equal(sure({}), true, 'without another passage');
  assert.equal(sure({}, 0.9, 'There are 25 days of it.'), false, 'too few words');
  const none = passage('menu', 'Soup is served at noon.', { ahead: 0.9 });
  const below = find('How many days of leave do staff get?', [
    none,
    passage('policy', 'Staff get 25 days of leave.'),
  ]);
  assert.equal(isSure({ ...below, probability: 0.9 }), false, 'not the passage that is ahead');
  const instead = [{ terms: ['vacat'], weight: 0.9 }];
  const variants = new Map([
    ['leav', instead],
    ['staff', [{ terms: ['employe'], weight: 0.9 }]],
  ]);
  const finding = find(
    'How many days of leave do staff get?',
    [passage('policy', 'Employees get 25 days of vacation.')],
    { variants },
  );
  assert.equal(isSure({ ...finding, probability: 0.9 }), false, 'other words for the same');
  assert.equal(
    sure({}, 0.9, 'How many days of leave do staff get? Staff get days of leave.'),
    false,
    'no number',
  );
});

test('what was said before is not said again', () => {
  const policy = passage('policy', 'Staff get 30 days of leave. Days of leave expire in March, see [2].');
  const question = 'What days of leave do staff get?';
  const [one] = answer(question, [policy]);
  assert.equal(one, 'Staff get 30 days of leave.');
  const other = 'Days of leave expire in March, see [2].';
  assert.deepEqual(answer(question, [policy], { said: `${one} [1]` }), [other]);
  const said = `${one} Days of leave\nexpire in March, see (2). [1]`;
  assert.deepEqual(answer(question, [policy], { said }), []);
  assert.ok(
    find(question, [policy], { said: 'Nothing.' }).probability < find(question, [policy]).probability,
  );
});

test('both halves of a double question are answered, from two documents if needed', () => {
  const found = answer('How many pages does the Refund Handbook have and who wrote the Refund Handbook?', [
    passage('print', 'The Refund Handbook has 212 pages. It is printed in Oslo.'),
    passage('authors', 'It is well made. The Refund Handbook is by Ann Keller, who wrote it in Oslo.'),
  ]);
  assert.ok(found.some((sentence) => sentence.includes('212 pages')));
  assert.ok(found.some((sentence) => sentence.includes('Ann Keller')));
});

test('a double question is as probable as the part that is the less probable alone', () => {
  const glossary = passage('terms', 'Provisioning gives a device its keys.\n\nA tenant is a separate space.');
  const parts = ['What is provisioning?', 'What is a tenant?'];
  const alone = parts.map((part) => find(part, [glossary]).probability);
  const both = find('What is provisioning and what is a tenant?', [glossary]).probability;
  assert.ok(both > DEFAULT_SCORE_THRESHOLD && both >= 0.8 * Math.min(...alone), `${both} ${alone}`);
  const half = find('What is provisioning and what is a landlord?', [glossary]).probability;
  assert.ok(half < 0.8 * both, `${half}`);
});

test('both of two things that are compared are answered, each from its own document', () => {
  const found = answer('Is the notice period of managers longer than the notice period of interns?', [
    passage(
      'managers',
      'The notice period of managers is three months. The notice period of managers begins on the first of a month. The notice period of managers is set by law.',
    ),
    passage('interns', 'They have a desk. For interns the notice period is five days.'),
  ]);
  for (const length of ['three months', 'five days'])
    assert.ok(
      found.some((sentence) => sentence.includes(length)),
      `${length}: ${found}`,
    );
});
