import assert from 'node:assert/strict';
import type { DocumentSort, DocumentSortKey } from '../../../src/ports/document-list.ts';
import type { DocumentStore } from '../../../src/ports/document-store.ts';
import { type CheckDocuments, claim, idsOf, ingest, intake, NOW, originalOf, published } from './fixtures.ts';

/** List orders, totals of all documents, and the chunks of one. */
export function listingChapter(check: CheckDocuments): void {
  check(
    'an order other than newest first goes by its key, and by age where keys are equal',
    async (store) => {
      const sized = (bytes: number) => ({ ...originalOf(`${bytes}`), bytes });
      await store.accept(intake('a', { title: 'zebra', original: sized(5) }));
      await store.finish(await claim(store), {
        status: 'failed',
        error: { code: 'no_text', message: 'None.' },
        now: NOW,
      });
      await store.accept(intake('b', { title: 'Äpfel', original: null }));
      await store.accept(intake('c', { title: 'apple', original: sized(50) }));
      await store.accept(intake('d', { title: 'Zebra', original: sized(5) }));
      assert.deepEqual(await idsBy(store, 'newest'), ['d', 'c', 'b', 'a']);
      assert.deepEqual(await idsBy(store, 'title'), ['c', 'a', 'd', 'b']);
      assert.deepEqual(await idsBy(store, 'size'), ['c', 'd', 'a', 'b']);
      assert.deepEqual(await idsBy(store, 'status'), ['a', 'd', 'c', 'b']);
    },
  );

  for (const sort of ['title', 'size', 'status'] as const) {
    check(`pages by ${sort} hold every document once, while others come and go`, async (store) => {
      const title = 'Т'.repeat(400);
      for (let i = 0; i < 9; i++)
        await store.accept(intake(`d${i}`, { title: i % 2 ? title : `${i}`, tags: ['x'] }));
      const seen: string[] = [];
      let place: { before?: number; beforeKey?: DocumentSortKey } = {};
      for (let page = 0; ; page++) {
        const found = await store.list({ tag: 'x' }, { limit: 2, sort, ...place });
        seen.push(...found.documents.map(({ docId }) => docId));
        if (found.nextBefore === undefined) break;
        place = { before: found.nextBefore, beforeKey: found.nextKey };
        await store.accept(intake(`new${page}`, { title: '0' }));
        await store.delete(seen.at(-1)!, NOW);
      }
      assert.deepEqual(seen.toSorted(), ['d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7', 'd8']);
    });
  }

  check('pages may be asked for behind any safe integer', async (store) => {
    await ingest(store, intake('a'), ['one']);
    const far = { before: 2 ** 40, beforeKey: 2 ** 40 };
    for (const sort of ['newest', 'size', 'status'] as const)
      await store.list({}, { limit: 2, sort, ...far });
    assert.deepEqual((await store.listChunks('a', { limit: 2, after: 2 ** 40 }))?.chunks, []);
  });

  check('the totals count every status, the chunks that answer, and equal originals once', async (store) => {
    await ingest(store, intake('a'), ['one', 'two']);
    await store.accept(intake('b', { original: originalOf('a') }));
    await store.accept(intake('c', { original: { ...originalOf('c'), bytes: 1_000 } }));
    assert.deepEqual(await store.totals(), {
      byStatus: { queued: 2, processing: 0, done: 1, skipped: 0, failed: 0 },
      chunks: 2,
      originalBytes: 1_001,
    });
    await store.delete('a', NOW);
    assert.deepEqual(await store.statusCounts(), {
      queued: 2,
      processing: 0,
      done: 0,
      skipped: 0,
      failed: 0,
    });
  });

  check('the chunks of the version that answers are listed in order, page by page', async (store) => {
    await ingest(store, intake('a'), ['one', 'two', 'three']);
    const first = await store.listChunks('a', { limit: 2 });
    assert.deepEqual(
      first?.chunks.map(({ chunkId, text, start, end }) => [chunkId, text, start, end]),
      [
        ['a.1.0', 'one', 0, 3],
        ['a.1.1', 'two', 100, 103],
      ],
    );
    assert.deepEqual([first?.version, first?.nextAfter, first?.total], [1, 1, 3]);
    const second = await store.listChunks('a', { limit: 2, after: 1 });
    assert.deepEqual(
      second?.chunks.map(({ text }) => text),
      ['three'],
    );
    assert.equal(second?.nextAfter, undefined);
    const behind = await store.listChunks('a', { limit: 1, from: 3 });
    assert.deepEqual(
      behind?.chunks.map(({ text, layout }) => [text, layout]),
      [['two', { code: [{ start: 0, end: 3 }] }]],
    );
    assert.deepEqual([first?.chunks[0]?.layout, behind?.nextAfter], [undefined, 1]);

    await store.accept(intake('a', { original: originalOf('newer') }));
    const job = await claim(store);
    assert.equal((await store.listChunks('a', { limit: 9 }))?.version, 1);
    await store.publish(job, published());
    assert.deepEqual(await store.listChunks('a', { limit: 9 }), {
      ...{ version: 2, chunks: [], nextAfter: undefined, total: 0 },
    });
    await store.accept(intake('waiting'));
    assert.equal(await store.listChunks('waiting', { limit: 9 }), undefined);
    assert.equal(await store.listChunks('none', { limit: 9 }), undefined);
  });
}

async function idsBy(store: DocumentStore, sort: DocumentSort): Promise<string[]> {
  const { documents } = await store.list({}, { limit: 10, sort });
  return idsOf(documents);
}
