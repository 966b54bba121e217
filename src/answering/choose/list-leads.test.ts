import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitSentences } from '../../text/sentences.ts';
import { listLeads } from './list-leads.ts';

/** The lead of each sentence; a sentence that ends in a colon is an introduction. */
const read = (text: string) => {
  const ranges = splitSentences(text, { layout: 'document' });
  const sentences = ranges.map(({ end }) => ({ isIntroduction: text[end - 1] === ':' }));
  return listLeads(text, ranges, sentences);
};

test('a numbered list holds what stands between its numbers, and refers to its introduction', () => {
  const text = 'To start:\n\n1. Install it.\n\nbrew install\n\n2. Run it. It is slow.\n\nThat is all.';
  assert.deepEqual(read(text), [null, 0, 1, 0, 3, null]);
});

test('a number that does not go on begins no list, another one does', () => {
  assert.deepEqual(read('7. Sunday\n\n1. One\n\nIt is.\n\n3. Three\n\n1. Again'), [
    null,
    null,
    null,
    null,
    null,
  ]);
  assert.deepEqual(read('7. Sunday\n\n1. Take the first one. It is small.\n\n2. Two'), [null, null, 1, null]);
});

test('the sentences of an item refer to its first', () => {
  const text =
    'Options:\n\n- timeout: how long to wait. It is in seconds. Zero is none.\n\n- retries: how often.';
  assert.deepEqual(read(text), [null, 0, 1, 1, 0]);
});

test('marks of any kind count, until another introduction', () => {
  assert.deepEqual(read('Bring:\n\n- a pen\n\n• a cup\n\nLeave:\n\n- the dog\n\nThanks.'), [
    ...[null, 0, 0],
    ...[null, 3, null],
  ]);
});

test('lines of names and values refer to the introduction above all of them', () => {
  assert.deepEqual(read('Open:\n\nMonday: 9 to 5\nFriday: 9 to 2\n\nSunday: never'), [null, 0, 0, null]);
});
