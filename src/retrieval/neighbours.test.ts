import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passageOf } from '../../test/passage-of.ts';
import type { StoredChunk } from '../ports/chunk.ts';
import { neighboursOf } from './neighbours.ts';

/** Chunks of one document, each `[section, text]`, as a store has them. */
function storeOf(...chunks: readonly (readonly [section: string, text: string])[]) {
  const stored = chunks.map(
    ([section, text], ordinal): StoredChunk => ({
      chunkId: `guide.3.${ordinal}`,
      docId: 'guide',
      ordinal,
      text,
      start: ordinal * 100,
      end: ordinal * 100 + text.length,
      page: ordinal + 1,
      section,
    }),
  );
  const documentStore = {
    chunks: async (ids: readonly string[]) => stored.filter(({ chunkId }) => ids.includes(chunkId)),
  };
  const passages = stored.map(({ chunkId, text, start, page, section }) => ({
    ...passageOf('guide', text),
    chunkId,
    start,
    page,
    section,
    score: 1.5,
  }));
  return { documentStore, passages };
}

const textsOf = (passages: readonly { readonly text: string }[]) => passages.map(({ text }) => text);

test('the neighbours of a passage come with their own offsets', async () => {
  const { documentStore, passages } = storeOf(['A', 'one'], ['A', 'two'], ['A', 'three'], ['A', 'four']);
  const neighbours = await neighboursOf(passages[1]!, ['before', 'behind'], documentStore);
  assert.deepEqual(textsOf(neighbours), ['one', 'three']);
  const [first] = neighbours;
  assert.deepEqual(
    { chunkId: first!.chunkId, start: first!.start, page: first!.page },
    { chunkId: 'guide.3.0', start: 0, page: 1 },
  );
  assert.ok(first!.score < passages[1]!.score);
  assert.deepEqual(textsOf(await neighboursOf(passages[1]!, ['behind'], documentStore)), ['three']);
});

test('chunks of another section are not neighbours', async () => {
  const { documentStore, passages } = storeOf(['A', 'one'], ['B', 'two'], ['B', 'three']);
  assert.deepEqual(textsOf(await neighboursOf(passages[1]!, ['before', 'behind'], documentStore)), ['three']);
});

test('a document has no neighbours before its first and after its last chunk', async () => {
  const { documentStore, passages } = storeOf(['A', 'one'], ['A', 'two']);
  assert.deepEqual(await neighboursOf(passages[0]!, ['before'], documentStore), []);
  assert.deepEqual(await neighboursOf(passages[1]!, ['behind'], documentStore), []);
});
