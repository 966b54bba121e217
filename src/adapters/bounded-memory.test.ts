import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBoundedMemory } from './bounded-memory.ts';

const memoryOf = (bytesMax: number) =>
  createBoundedMemory<string>({ bytesMax, bytesOf: (item) => item.length });

test('what was not asked for longest is forgotten first', () => {
  const memory = memoryOf(6);
  memory.set('a', 'aa');
  memory.set('b', 'bb');
  memory.set('c', 'cc');
  assert.equal(memory.get('a'), 'aa');
  memory.set('d', 'dd');
  assert.deepEqual(['a', 'b', 'c', 'd'].map(memory.get), ['aa', undefined, 'cc', 'dd']);
});

test('the bound holds whatever is put in, also in place of something else', () => {
  const memory = memoryOf(6);
  memory.set('a', 'aa');
  memory.set('b', 'bb');
  memory.set('a', 'aaaa');
  assert.deepEqual(['a', 'b'].map(memory.get), ['aaaa', 'bb']);
  memory.set('c', '1234567');
  assert.deepEqual(['a', 'b', 'c'].map(memory.get), [undefined, undefined, undefined]);
  memory.set('d', '123456');
  assert.equal(memory.get('d'), '123456');
});

test('what is forgotten makes room', () => {
  const memory = memoryOf(4);
  memory.set('a', 'aa');
  memory.set('b', 'bb');
  memory.forget('a');
  memory.set('c', 'cc');
  assert.deepEqual(['a', 'b', 'c'].map(memory.get), [undefined, 'bb', 'cc']);
  memory.clear();
  memory.set('d', '1234');
  assert.deepEqual(['b', 'c', 'd'].map(memory.get), [undefined, undefined, '1234']);
});
