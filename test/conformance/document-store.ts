import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RefusedError } from '../../src/errors.ts';
import { analysisChapter } from './document-store/analyses.ts';
import { answerSourcesChapter } from './document-store/answer-sources.ts';
import { begunEmbeddingsChapter } from './document-store/begun-embeddings.ts';
import { chunkChapter } from './document-store/chunks.ts';
import { contentChapter } from './document-store/content.ts';
import { descriptionChapter } from './document-store/descriptions.ts';
import { intake, type OpenDocumentStore, withStore } from './document-store/fixtures.ts';
import { jobChapter } from './document-store/jobs.ts';
import { listingChapter } from './document-store/listing.ts';
import { namedOriginalChapter } from './document-store/named-originals.ts';
import { recordChapter } from './document-store/records.ts';
import { retryChapter } from './document-store/retries.ts';
import { takenIdChapter } from './document-store/taken-ids.ts';

/** The contract of every document store. `open` opens the store of a folder, possibly twice in a row. */
export function documentStoreConformance(
  name: string,
  open: OpenDocumentStore,
  options: { skip?: string | false; timeout?: number; isShared?: boolean } = {},
): void {
  const { isShared = false, ...suite } = options;

  describe(`${name} is a DocumentStore: records`, suite, () => recordChapter(open));
  describe(`${name} is a DocumentStore: ids that are taken`, suite, () => takenIdChapter(open));
  describe(`${name} is a DocumentStore: titles and tags`, suite, () => descriptionChapter(open));
  describe(`${name} is a DocumentStore: what answers rest on`, suite, () => answerSourcesChapter(open));
  describe(`${name} is a DocumentStore: jobs`, suite, () => jobChapter(open, { isShared }));
  describe(`${name} is a DocumentStore: retries`, suite, () => retryChapter(open));
  describe(`${name} is a DocumentStore: listing`, suite, () => listingChapter(open));
  describe(`${name} is a DocumentStore: content`, suite, () => contentChapter(open));
  describe(`${name} is a DocumentStore: chunks`, suite, () => chunkChapter(open));
  describe(`${name} is a DocumentStore: analyses`, suite, () => analysisChapter(open));
  describe(`${name} is a DocumentStore: the next embeddings`, suite, () => begunEmbeddingsChapter(open));

  describe(`${name} is a DocumentStore: originals`, suite, () => namedOriginalChapter(open));

  describe(`${name} is a DocumentStore: life and death`, suite, () => {
    test('a store that is open can be reached, and heeds the signal', () =>
      withStore(open, async (store) => {
        await store.ping(AbortSignal.timeout(60_000));
        await assert.rejects(store.ping(AbortSignal.abort(new Error('left'))), /left/);
      }));

    test('a store that was closed refuses reads, writes and pings, and closes once', () =>
      withStore(open, async (store) => {
        const pending = store.accept(intake('a'));
        await store[Symbol.asyncDispose]();
        await store[Symbol.asyncDispose]();
        assert.equal((await pending).docId, 'a', 'what was asked for before is finished');
        for (const use of [
          () => store.get('a'),
          () => store.accept(intake('b')),
          () => store.ping(AbortSignal.timeout(60_000)),
          () => store.beginEmbeddings({ id: 'm', payload: new Uint8Array() }),
          () => store.liveChunks()[Symbol.asyncIterator]().next(),
        ]) {
          await assert.rejects(use, (error) => {
            assert.ok(error instanceof RefusedError);
            assert.equal(error.refusal.code, 'store_unavailable');
            return true;
          });
        }
      }));
  });
}
