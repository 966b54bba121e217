import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { LiveDocumentChunks } from '../../../src/ports/stored-chunks.ts';
import {
  allLive,
  type CheckDocuments,
  chunksOf,
  claim,
  ingest,
  intake,
  LEASE_MS,
  NOW,
  originalOf,
  published,
  useModel,
} from './fixtures.ts';

/** Published versions and their chunks. */
export function chunkChapter(check: CheckDocuments): void {
  check('staged chunks are invisible until their version is published, and then all there', async (store) => {
    await store.accept(intake('a'));
    const job = await claim(store);
    const chunks = chunksOf(['first text', 'second text', 'third text']);
    await store.stageChunks(job, chunks.slice(0, 2));
    await store.stageChunks(job, chunks.slice(2));
    assert.deepEqual(await store.chunks(['a.1.0']), []);
    assert.deepEqual(await allLive(store), []);
    const record = await store.publish(job, published({ title: 'T', language: 'de', pages: 3 }));
    assert.deepEqual(record, await store.get('a'));
    assert.deepEqual(
      [record?.status, record?.stage, record?.progress, record?.liveVersion, record?.chunks, record?.added],
      ['done', null, 1, 1, 3, 3],
    );
    assert.deepEqual([record?.title, record?.language, record?.pages], ['T', 'de', 3]);
    const { text, start, end, page, section, layout } = chunks[1]!;
    assert.deepEqual(await store.chunks(['a.1.1']), [
      {
        chunkId: 'a.1.1',
        docId: 'a',
        ordinal: 1,
        text,
        start,
        end,
        page,
        section,
        layout,
        document: record,
      },
    ]);
    const inOrder = await store.chunks(['a.1.2', 'a.1.3', 'a.1.0']);
    assert.deepEqual(
      inOrder.map(({ ordinal }) => ordinal),
      [2, 0],
    );
    assert.equal(await store.countJobs(), 0);
  });

  check('the chunks of one document can be read alone', async (store) => {
    await ingest(store, intake('a'), ['text of a']);
    await ingest(store, intake('b'), ['text of b', 'more of b']);
    async function read(named: string) {
      const found: unknown[] = [];
      for await (const { docId, version, chunks } of store.liveChunks(named))
        found.push([docId, version, chunks.length]);
      return found;
    }
    assert.deepEqual(await read('b'), [['b', 1, 2]]);
    assert.deepEqual(await read('a'), [['a', 1, 1]]);
    assert.deepEqual(await read('c'), []);
  });

  check('the version before answers until the next one is published, and is then gone', async (store) => {
    await ingest(store, intake('a'), ['kept', 'kept', 'dropped', 'also dropped']);
    await store.accept(intake('a', { original: originalOf('newer') }));
    const job = await claim(store);
    await store.stageChunks(job, chunksOf(['new', 'kept', 'another', 'and one more']));
    assert.equal((await store.chunks(['a.1.0', 'a.2.0'])).length, 1);
    assert.deepEqual(
      (await allLive(store)).map(({ version }) => version),
      [1],
    );
    const record = await store.publish(job, published());
    assert.deepEqual([record?.added, record?.removed, record?.chunks], [3, 3, 4]);
    assert.deepEqual(
      (await store.chunks(['a.1.0', 'a.2.0', 'a.2.9', 'b.1.0', 'no id', ''])).map(({ text }) => text),
      ['new'],
    );
    assert.deepEqual(
      (await allLive(store)).map(({ version, chunks }) => [version, chunks.length]),
      [[2, 4]],
    );
  });

  check('terms and counts come back as they were staged', async (store) => {
    const term = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('\n'));
    const entry = fc.tuple(term, fc.integer({ min: 1, max: 100_000 }));
    const document = fc.array(fc.array(entry, { maxLength: 12 }), { minLength: 1, maxLength: 4 });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(document, async (chunks) => {
        runs += 1;
        const docId = `d${runs}`;
        await store.accept(intake(docId));
        const job = await claim(store);
        const staged = chunks.map((entries, ordinal) => ({
          ...chunksOf([''])[0]!,
          ordinal,
          terms: entries.map(([text]) => text),
          counts: entries.map(([, count]) => count),
        }));
        await store.stageChunks(job, staged);
        await store.publish(job, published());
        assert.deepEqual(
          (await allLive(store)).find((live) => live.docId === docId)?.chunks,
          staged.map(({ ordinal, terms, counts }) => ({ ordinal, terms, counts })),
        );
        await store.delete(docId, NOW);
      }),
      { numRuns: 40 },
    );
  });

  for (const [change, versions] of [
    ['replaced', [1, 2]],
    ['deleted', [1]],
  ] as const) {
    check(`a long document that is ${change} while it is read is seen whole or not at all`, async (store) => {
      const texts = Array.from({ length: 2_000 }, (_, i) => `chunk ${i}`);
      await ingest(store, intake('a'), ['text']);
      await ingest(store, intake('b'), texts);
      await store.accept(intake('b', { original: originalOf('newer') }));
      const job = await claim(store);
      await store.stageChunks(job, chunksOf(texts.slice(0, 1_500)));
      const live = store.liveChunks()[Symbol.asyncIterator]();
      assert.equal((await live.next()).value?.docId, 'a');
      const reading = live.next();
      await (change === 'replaced' ? store.publish(job, published()) : store.delete('b', NOW));
      const seen = (await reading).value as LiveDocumentChunks | undefined;
      if (seen === undefined) return assert.equal(change, 'deleted');
      assert.ok(versions.some((version) => version === seen.version));
      assert.deepEqual(
        seen.chunks.map(({ ordinal }) => ordinal),
        Array.from({ length: seen.version === 1 ? 2_000 : 1_500 }, (_, i) => i),
      );
    });
  }

  check('documents may be deleted and published while all are read', async (store) => {
    for (const docId of ['a', 'b', 'c']) await ingest(store, intake(docId), ['text']);
    const seen: string[] = [];
    for await (const { docId } of store.liveChunks()) {
      seen.push(docId);
      if (docId !== 'a') continue;
      await store.delete('a', NOW);
      await store.delete('b', NOW);
      await ingest(store, intake('d'), ['text']);
    }
    assert.deepEqual(
      seen.filter((docId) => docId !== 'd'),
      ['a', 'c'],
    );
  });

  check('languages are those of the versions that answer, with their chunks', async (store) => {
    await ingest(store, intake('a'), ['one', 'two'], { language: 'en' });
    await ingest(store, intake('b'), ['one'], { language: 'de' });
    await ingest(store, intake('c'), ['one'], { language: 'en' });
    await ingest(store, intake('d'), ['one'], { language: null });
    await store.accept(intake('b', { original: originalOf('newer') }));
    assert.deepEqual([...(await store.languages())].sort(), [
      ['de', 1],
      ['en', 3],
    ]);
    assert.deepEqual([...(await store.languages(new Set(['b', 'c', 'd', 'unknown'])))].sort(), [
      ['de', 1],
      ['en', 1],
    ]);
    await store.delete('a', NOW);
    await store.delete('b', NOW);
    assert.deepEqual([...(await store.languages())], [['en', 1]]);
  });

  check('embeddings come back close to what they were, with their model', async (store, reopen) => {
    const payload = Uint8Array.from({ length: 3_000_000 }, (_, i) => i % 251);
    await useModel(store, { id: 'm1', payload });
    const embedding = unit(Float32Array.from({ length: 150 }, (_, i) => Math.sin(i * i)));
    await ingest(store, intake('a'), ['text'], { embedding, embeddingModelId: 'm1' });
    await ingest(store, intake('zero'), ['text'], {
      embedding: new Float32Array(150),
      embeddingModelId: 'm1',
    });
    const again = await reopen();
    assert.deepEqual(await again.embeddingModel(), { id: 'm1', payload });
    const [a, zero] = await allLive(again);
    const read = a!.chunks[0]!.embedding!;
    assert.ok(cosine(read, embedding) > 0.9999, `cosine ${cosine(read, embedding)}`);
    assert.deepEqual(zero?.chunks[0]?.embedding, new Float32Array(150));
  });

  check(
    'embeddings of another model than the current one are dropped when a version is published',
    async (store) => {
      const embedding = Float32Array.of(1, 0);
      await ingest(store, intake('none'), ['text'], { embedding, embeddingModelId: 'm1' });
      await useModel(store, { id: 'm2', payload: new Uint8Array() });
      await ingest(store, intake('stale'), ['text'], { embedding, embeddingModelId: 'm1' });
      await ingest(store, intake('unnamed'), ['text'], { embedding, embeddingModelId: null });
      await ingest(store, intake('right'), ['text'], { embedding, embeddingModelId: 'm2' });
      assert.deepEqual(
        (await allLive(store)).map(({ docId, chunks }) => [docId, 'embedding' in chunks[0]!]),
        [
          ['none', false],
          ['stale', false],
          ['unnamed', false],
          ['right', true],
        ],
      );
    },
  );

  check(
    'embeddings of equal chunks are those of the version that answers, of this model, text and terms alike',
    async (store) => {
      await useModel(store, { id: 'm1', payload: Uint8Array.of(1) });
      const embedding = Float32Array.of(1, 0);
      await ingest(store, intake('a'), ['one', 'two'], { embedding, embeddingModelId: 'm1' });
      await ingest(store, intake('b'), ['other'], { embedding, embeddingModelId: 'm1' });
      await store.accept(intake('a', { original: originalOf('newer') }));
      const [one, two] = chunksOf(['one', 'two']);
      await store.stageChunks(await claim(store), chunksOf(['pending'], embedding));
      const retitled = { ...two!, terms: [...two!.terms, 'title'], counts: [...two!.counts, 1] };
      const inputs = [two!, retitled, ...chunksOf(['pending', 'other']), one!, { ...one!, counts: [9] }];
      const found = await store.embeddingsOfEqual(inputs, { docId: 'a', modelId: 'm1' });
      assert.deepEqual(found, [embedding, undefined, undefined, undefined, embedding, undefined]);
      const ofAnotherModel = await store.embeddingsOfEqual([one!], { docId: 'a', modelId: 'm0' });
      assert.deepEqual(ofAnotherModel, [undefined]);
      assert.deepEqual(await store.embeddingsOfEqual([one!], { docId: 'c', modelId: 'm1' }), [undefined]);
    },
  );

  check('the number of embedded chunks is that of the last ingest', async (store) => {
    assert.equal((await ingest(store, intake('a'), ['one', 'two'], { embedded: 2 })).embedded, 2);
    const again = await store.accept(intake('a', { original: originalOf('newer') }));
    assert.equal(again.embedded, 0);
  });

  check('a model that is replaced takes the embeddings of chunks that are not named along', async (store) => {
    await useModel(store, { id: 'm1', payload: Uint8Array.of(1) });
    const old = Float32Array.of(1, 0);
    await ingest(store, intake('a'), ['one', 'two'], { embedding: old, embeddingModelId: 'm1' });
    await useModel(store, { id: 'm2', payload: Uint8Array.of(2) }, [
      { chunkId: 'a.1.1', embedding: Float32Array.of(0, 1, 0) },
      { chunkId: 'gone.1.0', embedding: Float32Array.of(0, 1, 0) },
      { chunkId: 'a.7.0', embedding: Float32Array.of(0, 1, 0) },
    ]);
    assert.equal((await store.embeddingModel())?.id, 'm2');
    const [a] = await allLive(store);
    assert.equal(a?.chunks[0]?.embedding, undefined);
    assert.deepEqual(a?.chunks[1]?.embedding, Float32Array.of(0, 1, 0));
  });

  check('a step that throws changes nothing, and other writes are unaffected', async (store) => {
    await store.accept(intake('a'));
    const job = await claim(store);
    const [good, bad] = chunksOf(['good', 'bad']);
    const results = await Promise.allSettled([
      store.accept(intake('b')),
      store.stageChunks(job, [good!, { ...bad!, counts: [] }]),
      store.heartbeat(job, { now: NOW + 1, leaseMs: LEASE_MS, stage: 'chunking', progress: 0.5 }),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.equal((await store.get('b'))?.status, 'queued');
    assert.equal(await store.stageChunks(job, [good!]), true);
    assert.equal((await store.publish(job, published()))?.chunks, 1);
  });
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((component) => component / length);
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, component, i) => sum + component * b[i]!, 0) / (Math.hypot(...a) * Math.hypot(...b));
}
