import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cachedByPassage, limitPassagesCached, passagesChanged } from './passage-cache.ts';

const passage = (text: string, more: { chunkId?: string; title?: string } = {}) => ({
  chunkId: 'd.1.0',
  title: 'Leave',
  section: null,
  language: 'en',
  text,
  ...more,
});

test('a passage is read once, until its text or title changes', () => {
  limitPassagesCached(2);
  const read = cachedByPassage(({ text, title }) => ({ text, title }));
  const first = read(passage('One.'));
  assert.equal(read(passage('One.')), first);
  assert.deepEqual(read(passage('Two.')), { text: 'Two.', title: 'Leave' });
  assert.deepEqual(read(passage('Two.', { title: 'Travel' })), { text: 'Two.', title: 'Travel' });
  assert.deepEqual(read(passage('One.')), first);
});

for (const [limit, share] of [
  [4, 1],
  [8, 0.5],
] as const)
  test(`only recent passages are cached: ${share} of ${limit}`, () => {
    limitPassagesCached(limit);
    const read = cachedByPassage(({ text }) => ({ text }), share);
    const of = (name: string) => read(passage(`${name}.`, { chunkId: name }));
    const [a, b] = [of('a'), of('b')];
    of('c');
    assert.equal(of('a'), a);
    of('d');
    assert.equal(of('a'), a, 'it was asked for more recently than b');
    assert.notEqual(of('b'), b);
  });

test('passages that are not used are dropped when many documents have changed', () => {
  limitPassagesCached(1_000);
  const read = cachedByPassage(({ text }) => ({ text }));
  const of = (name: string) => read(passage(`${name}.`, { chunkId: name }));
  const [a, b] = [of('a'), of('b')];
  for (const other of ['c', 'd']) {
    for (let change = 0; change < 500; change++) passagesChanged();
    of(other);
    of('a');
  }
  assert.equal(of('a'), a);
  assert.notEqual(of('b'), b);
});
