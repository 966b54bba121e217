import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Postings } from './postings.ts';

test('replacing documents for ever takes no more slots, terms or room than a few versions do', () => {
  const postings = new Postings();
  let before: ReturnType<typeof add> | undefined;
  for (let version = 0; version < 50; version++) {
    const next = add(postings, version);
    if (before) postings.drop(before);
    postings.show(next);
    before = next;
    for (const _ of postings.sweep());
  }
  assert.equal(postings.chunks, 20);
  assert.equal(postings.averageLength, 303);
  assert.ok(postings.slotsUsed <= 60, `${postings.slotsUsed} slots`);
  assert.ok(postings.idsUsed <= 3 * 21, `${postings.idsUsed} terms`);
  assert.equal(postings.lists.length(postings.idOf('common')!), 20);
  assert.equal(postings.idOf('only3-7'), undefined);
});

test('chunks added during a sweep stay', () => {
  const postings = new Postings();
  const old = add(postings, 1);
  postings.drop(old);
  const sweep = postings.sweep();
  const next = add(postings, 2);
  postings.show(next);
  for (const _ of sweep);
  assert.equal(postings.frequency(postings.idOf('common')!), 20);
  assert.equal(postings.lists.length(postings.idOf('common')!), 20);
  assert.equal(postings.lists.length(postings.idOf('only2-7')!), 1);
});

test('a version that was dropped before it was shown counts for nothing', () => {
  const postings = new Postings();
  postings.show(add(postings, 1));
  const idf = postings.idf('common');
  postings.drop(add(postings, 2));
  assert.equal(postings.idf('common'), idf);
  assert.equal(postings.chunks, 20);
});

function add(postings: Postings, version: number) {
  const chunks = Array.from({ length: 20 }, (_, ordinal) => ({
    ordinal,
    terms: ['common', `only${version}-${ordinal}`],
    counts: [300, 3],
  }));
  const opened = postings.open('a', version, chunks);
  for (const chunk of chunks) postings.add(opened, chunk);
  return opened;
}
