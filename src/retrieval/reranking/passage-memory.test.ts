import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberPassages } from './passage-memory.ts';

const passage = (text: string, more: { chunkId?: string; title?: string } = {}) => ({
  chunkId: 'd.1.0',
  title: 'Leave',
  section: null,
  language: 'en',
  text,
  ...more,
});

test('a passage is read once, until its text or title changes', () => {
  const read = rememberPassages(({ text, title }) => ({ text, title }), 2);
  const first = read(passage('One.'));
  assert.equal(read(passage('One.')), first);
  assert.deepEqual(read(passage('Two.')), { text: 'Two.', title: 'Leave' });
  assert.deepEqual(read(passage('Two.', { title: 'Renamed' })), { text: 'Two.', title: 'Renamed' });
  assert.deepEqual(read(passage('One.')), first);
});

test('only recent passages are cached', () => {
  const read = rememberPassages(({ text }) => ({ text }), 4);
  const of = (name: string) => read(passage(`${name}.`, { chunkId: name }));
  const [a, b] = [of('a'), of('b')];
  of('c');
  assert.equal(of('a'), a);
  of('d');
  assert.equal(of('a'), a, 'it was asked for more recently than b');
  assert.notEqual(of('b'), b);
});
