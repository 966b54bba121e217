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

test('only the last passages are remembered', () => {
  const read = rememberPassages(({ text }) => ({ text }), 2);
  const kept = read(passage('A.', { chunkId: 'a' }));
  const forgotten = read(passage('B.', { chunkId: 'b' }));
  assert.equal(read(passage('A.', { chunkId: 'a' })), kept);
  read(passage('C.', { chunkId: 'c' }));
  assert.equal(read(passage('A.', { chunkId: 'a' })), kept, 'it was asked for more recently than B');
  assert.notEqual(read(passage('B.', { chunkId: 'b' })), forgotten);
});
