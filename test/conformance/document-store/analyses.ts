import assert from 'node:assert/strict';
import { allLive, type CheckDocuments, ingest, intake, useModel } from './fixtures.ts';

const reason = 'analysis';

/** Which analysis made the terms of documents, and other terms for them. */
export function analysisChapter(check: CheckDocuments): void {
  check('live documents with terms of another analysis are counted and listed in pages', async (store) => {
    await ingest(store, intake('first'), ['text'], { analysis: 1 });
    await ingest(store, intake('same'), ['text'], { analysis: 2 });
    await ingest(store, intake('later'), ['text'], { analysis: 3 });
    await store.accept(intake('queued'));
    assert.equal(await store.countOtherAnalyses(2), 2);
    const page = await store.otherAnalyses({ analysis: 2, after: 0, limit: 1 });
    assert.deepEqual(page.docIds, ['first']);
    const next = await store.otherAnalyses({ analysis: 2, after: page.last!, limit: 9 });
    assert.deepEqual(next.docIds, ['later']);
    const end = await store.otherAnalyses({ analysis: 2, after: next.last!, limit: 9 });
    assert.deepEqual(end, { docIds: [], last: undefined });
  });

  check('chunks of the live version get other terms and keep their embeddings', async (store, reopen) => {
    await useModel(store, { id: 'm1', payload: Uint8Array.of(1) });
    const embedding = Float32Array.of(0, 1);
    await ingest(store, intake('a'), ['one', 'two'], { embedding, embeddingModelId: 'm1', analysis: 1 });
    assert.equal(await store.haveEmbeddingsOldTerms(), false);
    const chunks = [{ ordinal: 1, terms: ['zwei', 'more'], counts: [1, 200] }];
    assert.equal(await store.replaceTerms('a', { version: 1, reason, chunks, analysed: undefined }), true);
    assert.equal(await store.countOtherAnalyses(2), 1);
    const analysed = { analysis: 2, language: 'de', title: 'Title' };
    assert.equal(await store.replaceTerms('a', { version: 1, reason, chunks: [], analysed }), true);

    const again = await reopen();
    const [live] = await allLive(again);
    assert.deepEqual(
      live!.chunks.map(({ terms, counts }) => ({ terms, counts })),
      [
        { terms: ['one'], counts: [1] },
        { terms: ['zwei', 'more'], counts: [1, 200] },
      ],
    );
    assert.ok(live!.chunks.every((chunk) => chunk.embedding?.length === 2));
    assert.equal(await again.countOtherAnalyses(2), 0);
    assert.equal((await again.get('a'))?.language, 'de');
    assert.deepEqual([...(await again.languages())], [['de', 2]]);
    assert.equal(await again.haveEmbeddingsOldTerms(), true);
    await useModel(again, { id: 'm2', payload: Uint8Array.of(2) });
    assert.equal(await again.haveEmbeddingsOldTerms(), false);
  });

  check('a version that is not live any more gets no terms', async (store) => {
    await ingest(store, intake('a'), ['one'], { analysis: 1 });
    await ingest(store, intake('a'), ['other'], { analysis: 1 });
    const chunks = [{ ordinal: 0, terms: ['x'], counts: [1] }];
    const analysed = { analysis: 2, language: null, title: 'Title' };
    assert.equal(await store.replaceTerms('a', { version: 1, reason, chunks, analysed }), false);
    assert.equal(await store.replaceTerms('gone', { version: 1, reason, chunks, analysed }), false);
    assert.deepEqual((await allLive(store))[0]?.chunks[0]?.terms, ['other']);
    assert.equal(await store.countOtherAnalyses(2), 1);
  });
}
