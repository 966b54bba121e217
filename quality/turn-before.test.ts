import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnBefore } from './turn-before.ts';

const drawn = (isAnswered: readonly boolean[]) =>
  Array.from({ length: 100 }, (_, i) => turnBefore(i, isAnswered));

test('every question comes after an answered one, and each after another', () => {
  const isAnswered = Array.from({ length: 100 }, () => true);
  assert.equal(new Set(drawn(isAnswered)).size, 100);
  const some = isAnswered.map((_, i) => i % 3 === 0);
  assert.ok(drawn(some).every((at) => some[at]));
});

test('a repeated question follows a different one', () => {
  const isAnswered = Array.from({ length: 30 }, () => true);
  for (let i = 0; i < 30; i++) {
    const rounds = [0, 1, 2, 3].map((round) => turnBefore(i + 30 * round, isAnswered));
    assert.equal(new Set(rounds).size, 4);
  }
});

test('an answer more or less changes only what came after it', () => {
  const all = Array.from({ length: 100 }, () => true);
  const without = all.with(40, false);
  const [before, after] = [drawn(all), drawn(without)];
  assert.deepEqual(
    after.filter((at, i) => at !== before[i]),
    [41],
  );
});
