import assert from 'node:assert/strict';
import type { DocumentStore } from '../../../src/ports/document-store.ts';
import type { ChunkEmbedding } from '../../../src/ports/search-index.ts';
import { allLive, type CheckDocuments, claim, ingest, intake, NOW, published, useModel } from './fixtures.ts';

const NEXT = { id: 'next', payload: Uint8Array.of(7) };
const [OLD, NEW] = [Float32Array.of(1, 0), Float32Array.of(0, 1, 0)];

/** The embeddings of the next model, and documents queued for reindexing. */
export function begunEmbeddingsChapter(check: CheckDocuments): void {
  const missing = async (store: DocumentStore, after = 0, limit = 10) =>
    (await store.unembeddedChunks({ after, limit })).map(({ chunkId }) => chunkId);
  const dimensions = async (store: DocumentStore) =>
    (await allLive(store)).flatMap(({ chunks }) => chunks.map(({ embedding }) => embedding?.length));

  check(
    'the next model’s embeddings are written while the old ones are read, and replace them in one step',
    async (store, reopen) => {
      await useModel(store, { id: 'old', payload: Uint8Array.of(1) });
      const old = { embedding: OLD, embeddingModelId: 'old' };
      await ingest(store, intake('a'), ['one', 'two', 'three'], old);
      assert.equal(await store.begunEmbeddings(), undefined);
      await store.beginEmbeddings(NEXT);
      const [first, second] = await store.unembeddedChunks({ after: 0, limit: 2 });
      assert.deepEqual([first?.text, first?.terms, first?.counts], ['one', ['one'], [1]]);
      assert.deepEqual([first?.title, first?.section], [(await store.get('a'))!.title, null]);
      assert.deepEqual(await missing(store, second!.position), ['a.1.2']);
      await store.addEmbeddings([
        { chunkId: first!.chunkId, embedding: NEW },
        { chunkId: 'gone.1.0', embedding: NEW },
      ]);
      assert.deepEqual(await dimensions(store), [2, 2, 2]);

      const again = await reopen();
      await again.beginEmbeddings(NEXT);
      assert.deepEqual(await again.begunEmbeddings(), {
        ...{ modelId: 'next', embedded: 1, declined: 0, dimensions: 3 },
      });
      await again.addEmbeddings([{ chunkId: second!.chunkId, embedding: Float32Array.of(0, 0, 0) }]);
      const { embedded, declined } = (await again.begunEmbeddings())!;
      assert.deepEqual([embedded, declined], [2, 1]);
      await ingest(again, intake('b'), ['four'], old);
      assert.deepEqual(await missing(again), ['a.1.2', 'b.1.0']);
      await again.addEmbeddings((await missing(again)).map((chunkId) => ({ chunkId, embedding: NEW })));
      assert.deepEqual(await missing(again), []);
      assert.equal((await again.embeddingModel())?.id, 'old');
      await again.switchEmbeddings();
      assert.deepEqual(await again.embeddingModel(), NEXT);
      assert.deepEqual(await dimensions(again), [3, 3, 3, 3]);
      assert.equal(await again.begunEmbeddings(), undefined);
    },
  );

  check('what was begun of one model is dropped when another is begun', async (store) => {
    await ingest(store, intake('a'), ['one']);
    await store.beginEmbeddings(NEXT);
    await store.addEmbeddings([{ chunkId: 'a.1.0', embedding: NEW }]);
    await store.beginEmbeddings({ ...NEXT, id: 'other' });
    assert.deepEqual(await store.begunEmbeddings(), {
      modelId: 'other',
      embedded: 0,
      declined: 0,
      dimensions: undefined,
    });
    assert.deepEqual(await missing(store), ['a.1.0']);
  });

  check(
    'the embeddings in use are those of the versions that answer, also where there are many',
    async (store) => {
      const texts = Array.from({ length: 1_100 }, (_, i) => `text ${i}`);
      await ingest(store, intake('a'), texts);
      await ingest(store, intake('b'), ['other']);
      const chunkIds = [...texts.map((_, i) => `a.1.${i}`), 'b.1.0'];
      const embeddings = chunkIds.map((chunkId) => ({ chunkId, embedding: NEW }));
      const inUse = async () => {
        const found: ChunkEmbedding[] = [];
        for await (const embedding of store.liveEmbeddings()) found.push(embedding);
        return found;
      };
      await useModel(store, NEXT, embeddings);
      assert.deepEqual(await inUse(), embeddings);
      await store.delete('b', NOW);
      assert.deepEqual(await inUse(), embeddings.slice(0, -1));
      await useModel(store, { ...NEXT, id: 'other' });
      assert.deepEqual(await inUse(), []);
      await useModel(store, NEXT);
      assert.deepEqual(await inUse(), [], 'nothing of a model before comes back');
    },
  );

  check('a single chunk without an embedding is found after many with one', async (store) => {
    await ingest(
      store,
      intake('a'),
      Array.from({ length: 4_500 }, (_, i) => `text ${i}`),
    );
    await store.beginEmbeddings(NEXT);
    await store.addEmbeddings(
      Array.from({ length: 4_500 }, (_, i) => ({ chunkId: `a.1.${i}`, embedding: NEW })),
    );
    await ingest(store, intake('b'), ['last']);
    assert.deepEqual(await missing(store), ['b.1.0']);
  });

  check('a version that is replaced takes its embedding of the next model along', async (store) => {
    await ingest(store, intake('a'), ['one']);
    await store.beginEmbeddings(NEXT);
    await store.addEmbeddings([{ chunkId: 'a.1.0', embedding: NEW }]);
    await ingest(store, intake('a'), ['other']);
    assert.deepEqual(await missing(store), ['a.2.0']);
    assert.equal((await store.begunEmbeddings())?.embedded, 0);
  });

  check('live documents are queued to be indexed again from their originals, page by page', async (store) => {
    for (const docId of ['a', 'b', 'c']) await ingest(store, intake(docId), [`text of ${docId}`]);
    await store.accept(
      intake('c', { original: { contentHash: 'f'.repeat(64), bytes: 1, mediaType: 'x/y' } }),
    );
    const page = { limit: 1, correlationId: 'again', now: NOW };
    const first = await store.requeueLive({ ...page, after: 0 });
    assert.deepEqual(first.docIds, ['a']);
    const second = await store.requeueLive({ ...page, after: first.last! });
    assert.deepEqual(second.docIds, ['b']);
    assert.deepEqual(await store.requeueLive({ ...page, after: second.last! }), {
      docIds: [],
      last: undefined,
    });
    assert.equal(await store.countJobs(), 1);

    const jobs = [await claim(store), await claim(store), await claim(store)];
    const ofA = jobs.find(({ docId }) => docId === 'a')!;
    assert.deepEqual([ofA.version, ofA.isForced, ofA.original], [2, true, intake('a').original]);
    assert.equal(jobs.find(({ docId }) => docId === 'c')?.isForced, false);
    assert.equal((await store.get('a'))?.liveVersion, 1);
    await store.publish(ofA, published());
    await store.accept(intake('a'));
    assert.equal((await claim(store)).isForced, false);
  });
}
