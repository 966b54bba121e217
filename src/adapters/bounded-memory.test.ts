import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBoundedMemory } from './bounded-memory.ts';

const memoryOf = (bytesMax: number) =>
  createBoundedMemory<string>({ bytesMax, bytesOf: (item) => item.length });

test('what was not asked for lately is forgotten first', () => {
  const memory = memoryOf(8);
  for (const key of ['a', 'b', 'c']) memory.set(key, key.repeat(2));
  assert.equal(memory.get('a'), 'aa');
  memory.set('d', 'dd');
  assert.deepEqual(['a', 'b', 'c', 'd'].map(memory.get), ['aa', undefined, 'cc', 'dd']);
});

test('the bound holds whatever is put in, also in place of something else', () => {
  const memory = memoryOf(8);
  const held = (...keys: string[]) => keys.reduce((sum, key) => sum + (memory.get(key)?.length ?? 0), 0);
  for (const [key, bytes] of [
    ['a', 3],
    ['b', 4],
    ['a', 4],
    ['c', 2],
    ['a', 1],
    ['d', 4],
  ] as const) {
    memory.set(key, '.'.repeat(bytes));
    assert.equal(memory.get(key)?.length, bytes);
    assert.ok(held('a', 'b', 'c', 'd') <= 8);
  }
  memory.set('d', '.'.repeat(5));
  assert.equal(memory.get('d'), undefined, 'too large to be kept, and what stood there is no longer true');
});

test('what is forgotten makes room', () => {
  const memory = memoryOf(8);
  memory.set('a', 'aa');
  memory.set('b', 'bb');
  memory.forget('a');
  memory.set('c', 'cc');
  assert.deepEqual(['a', 'b', 'c'].map(memory.get), [undefined, 'bb', 'cc']);
  memory.clear();
  memory.set('d', '1234');
  assert.deepEqual(['b', 'c', 'd'].map(memory.get), [undefined, undefined, '1234']);
});

test('what nobody looks up is dropped with age', () => {
  const memory = memoryOf(100);
  memory.set('a', 'aa');
  memory.set('b', 'bb');
  memory.age();
  assert.equal(memory.get('a'), 'aa');
  memory.age();
  assert.deepEqual(['a', 'b'].map(memory.get), ['aa', undefined]);
});
