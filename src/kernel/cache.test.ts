import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCache, createCaches } from './cache.ts';

const cacheOf = (sizeMax: number) =>
  createCache<string, string>({ sizeMax, sizeOf: (value) => value.length });

test('what was not used lately is dropped first', () => {
  const cache = cacheOf(8);
  for (const key of ['a', 'b', 'c']) cache.set(key, key.repeat(2));
  assert.equal(cache.get('a'), 'aa');
  cache.set('d', 'dd');
  assert.deepEqual(['a', 'b', 'c', 'd'].map(cache.get), ['aa', undefined, 'cc', 'dd']);
});

test('the bound holds whatever is set, even in place of something else', () => {
  const cache = cacheOf(8);
  const sizeOf = (...keys: string[]) => keys.reduce((sum, key) => sum + (cache.get(key)?.length ?? 0), 0);
  for (const [key, bytes] of [
    ['a', 3],
    ['b', 4],
    ['a', 4],
    ['c', 2],
    ['a', 1],
    ['d', 4],
  ] as const) {
    cache.set(key, '.'.repeat(bytes));
    assert.equal(cache.get(key)?.length, bytes);
    assert.ok(sizeOf('a', 'b', 'c', 'd') <= 8);
  }
  cache.set('d', '.'.repeat(5));
  assert.equal(cache.get('d'), undefined, 'too large, and the earlier value is no longer true');
});

test('what is deleted makes room', () => {
  const cache = cacheOf(8);
  cache.set('a', 'aa');
  cache.set('b', 'bb');
  cache.delete('a');
  cache.set('c', 'cc');
  assert.deepEqual(['a', 'b', 'c'].map(cache.get), [undefined, 'bb', 'cc']);
  cache.clear();
  cache.set('d', '1234');
  assert.deepEqual(['b', 'c', 'd'].map(cache.get), [undefined, undefined, '1234']);
});

test('what is not looked up is dropped with age', () => {
  const cache = cacheOf(100);
  cache.set('a', 'aa');
  cache.set('b', 'bb');
  cache.age();
  assert.equal(cache.get('a'), 'aa');
  cache.age();
  assert.deepEqual(['a', 'b'].map(cache.get), ['aa', undefined]);
});

test('caches of one bound share it, and clearing one makes room for the others', () => {
  const caches = createCaches<string, string>({ sizeMax: 4 });
  const [one, other] = [caches.open(), caches.open()];
  one.set('a', 'one');
  other.set('a', 'other');
  assert.deepEqual([one.get('a'), other.get('a')], ['one', 'other']);
  one.clear();
  for (const key of ['b', 'c']) other.set(key, key);
  assert.deepEqual([one.get('a'), other.get('a'), other.get('b')], [undefined, 'other', 'b']);
  for (const key of ['d', 'e', 'f', 'g']) one.set(key, key);
  assert.equal(other.get('b'), undefined);
  assert.deepEqual(['d', 'e', 'f', 'g'].map(one.get), [undefined, 'e', 'f', 'g']);
});
