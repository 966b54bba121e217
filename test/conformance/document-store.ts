import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { DocumentStore } from '../../src/ports/document-store.ts';
import { analysisChapter } from './document-store/analyses.ts';
import { answerSourcesChapter } from './document-store/answer-sources.ts';
import { begunEmbeddingsChapter } from './document-store/begun-embeddings.ts';
import { chunkChapter } from './document-store/chunks.ts';
import { contentChapter } from './document-store/content.ts';
import { descriptionChapter } from './document-store/descriptions.ts';
import { type CheckDocuments, intake } from './document-store/fixtures.ts';
import { jobChapter } from './document-store/jobs.ts';
import { listingChapter } from './document-store/listing.ts';
import { namedOriginalChapter } from './document-store/named-originals.ts';
import { recordChapter } from './document-store/records.ts';
import { retryChapter } from './document-store/retries.ts';
import { takenIdChapter } from './document-store/taken-ids.ts';
import { assertUnavailable, type OpenStore, type SuiteOptions, storeChecks } from './store-checks.ts';

const CHAPTERS = {
  records: recordChapter,
  'ids that are taken': takenIdChapter,
  'titles and tags': descriptionChapter,
  'what answers rest on': answerSourcesChapter,
  jobs: jobChapter,
  retries: retryChapter,
  listing: listingChapter,
  content: contentChapter,
  chunks: chunkChapter,
  analyses: analysisChapter,
  'the next embeddings': begunEmbeddingsChapter,
  originals: namedOriginalChapter,
  'life and death': lifeChapter,
};

/** The contract of every document store. `open` opens the store of a folder, possibly twice in a row. */
export function documentStoreConformance(
  name: string,
  open: OpenStore<DocumentStore>,
  { isShared = false, ...options }: SuiteOptions & { isShared?: boolean } = {},
): void {
  for (const [topic, chapter] of Object.entries(CHAPTERS))
    describe(`${name} is a DocumentStore: ${topic}`, options, () => chapter(storeChecks(open), { isShared }));
}

function lifeChapter(check: CheckDocuments): void {
  check('a store that is open can be reached, and heeds the signal', async (store) => {
    await store.ping(AbortSignal.timeout(60_000));
    await assert.rejects(store.ping(AbortSignal.abort(new Error('left'))), /left/);
  });

  check('a store that was closed refuses reads, writes and pings, and closes once', async (store) => {
    const pending = store.accept(intake('a'));
    await store[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
    assert.equal((await pending).docId, 'a', 'what was asked for before is finished');
    await assertUnavailable(
      () => store.get('a'),
      () => store.accept(intake('b')),
      () => store.ping(AbortSignal.timeout(60_000)),
      () => store.beginEmbeddings({ id: 'm', payload: new Uint8Array() }),
      () => store.liveChunks()[Symbol.asyncIterator]().next(),
    );
  });
}
