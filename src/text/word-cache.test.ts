import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cachedByLanguage } from './word-cache.ts';

test('a word is read once for each language', () => {
  const read: string[] = [];
  const factsOf = cachedByLanguage((word, language) => read.push(`${language} ${word}`));
  for (const language of ['en', 'de', null, 'en']) {
    const facts = factsOf(language);
    assert.equal(facts('chat'), facts('chat'));
  }
  assert.deepEqual(read, ['en chat', 'de chat', 'null chat']);
});

test('recurring words stay, others and long ones are dropped', () => {
  const times = new Map<string, number>();
  const facts = cachedByLanguage((word) => {
    times.set(word, (times.get(word) ?? 0) + 1);
    return word.length;
  })('en');
  const long = 'x'.repeat(33);
  for (let i = 0; i < 200_000; i++) {
    facts(`word${i}`);
    if (i % 1_000 === 0) {
      facts('often');
      facts(long);
    }
  }
  facts('word0');
  assert.equal(times.get('often'), 1);
  assert.equal(times.get('word0'), 2);
  assert.equal(times.get(long), 200);
});

test('words of all languages share the room', () => {
  let reads = 0;
  const factsOf = cachedByLanguage(() => ++reads);
  const first = factsOf('en')('word');
  for (let i = 0; i < 150_000; i++) factsOf(['de', 'fr', 'es'][i % 3]!)(`word${i}`);
  assert.notEqual(factsOf('en')('word'), first);
});
