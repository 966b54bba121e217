import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WrittenAnswer } from '../written-answer.ts';
import { createAnswerCache } from './answer-cache.ts';

function answerOf(text: string): WrittenAnswer {
  return {
    ...{ text, sources: [], related: [], statements: [], grounding: { verdict: 'supported', score: 1 } },
    ...{ isSynthesized: false, language: 'en', model: 'm' },
  };
}

function cacheOf(bounds: { answersMax?: number; bytesMax?: number } = {}) {
  const clock = { ms: 0 };
  const cache = createAnswerCache({
    answersMax: 2,
    ttlMs: 100,
    now: () => clock.ms,
    ...bounds,
  });
  return { cache, clock, texts: (...keys: string[]) => keys.map((key) => cache.find(key)?.text) };
}

test('the least recently used answer goes when there are too many', () => {
  const { cache, texts } = cacheOf();
  for (const key of ['a', 'b']) cache.add(key, answerOf(key));
  assert.deepEqual(texts('a'), ['a']);
  cache.add('c', answerOf('c'));
  assert.deepEqual(texts('a', 'b', 'c'), ['a', undefined, 'c']);
});

test('the total size of answers is bounded, and one that is too large is not kept', () => {
  const { cache, texts } = cacheOf({ answersMax: 100, bytesMax: 2_000 });
  for (const key of ['a', 'b', 'c', 'd']) cache.add(key, answerOf(key.repeat(300)));
  assert.deepEqual(
    texts('a', 'b', 'c', 'd').map((text) => text?.[0]),
    [undefined, undefined, 'c', 'd'],
  );
  cache.add('e', answerOf('e'.repeat(2_000)));
  assert.deepEqual(
    texts('c', 'd', 'e').map((text) => text?.[0]),
    ['c', 'd', undefined],
  );
  // Replaced answers no longer count.
  for (let i = 0; i < 50; i++) cache.add('d', answerOf('d'.repeat(300)));
  assert.deepEqual(texts('c', 'd').length, 2);
  assert.notEqual(cache.find('c'), undefined);
});

test('an answer expires, and reading it does not prolong its life', () => {
  const { cache, clock, texts } = cacheOf();
  cache.add('a', answerOf('a'));
  clock.ms = 99;
  assert.deepEqual(texts('a'), ['a']);
  clock.ms = 100;
  assert.deepEqual(texts('a'), [undefined]);
});
