import assert from 'node:assert/strict';
import { recordOf } from '../../document-record.ts';
import {
  type CheckDocuments,
  claim,
  fromUrl,
  idsOf,
  ingest,
  intake,
  NOW,
  originalOf,
  released,
  useModel,
} from './fixtures.ts';

/** Accepting, finding, listing and deleting documents. */
export function recordChapter(check: CheckDocuments): void {
  check('an accepted document is queued as it was given', async (store) => {
    const record = await store.accept(intake('guide', { title: 'A guide', tags: ['b', 'a', 'b'] }));
    const { contentHash, bytes, mediaType } = originalOf('guide');
    assert.deepEqual(
      record,
      recordOf('guide', {
        ...{ title: 'A guide', tags: ['b', 'a'], contentHash, bytes, mediaType },
        ...{ source: { kind: 'upload', filename: 'guide.md' }, sequence: record.sequence },
        ...{ createdAt: NOW, updatedAt: NOW },
      }),
    );
    assert.deepEqual(await store.get('guide'), record);
    assert.equal(await store.get('guid'), undefined);
  });

  check(
    'everything that was written is there after the store was closed and opened again',
    async (store, reopen) => {
      await ingest(store, intake('guide', { tags: ['a'] }), ['one text', 'two texts']);
      await store.accept(intake('later'));
      await useModel(store, { id: 'm', payload: Uint8Array.of(1, 2, 3) });
      const records = await store.getMany(['guide', 'later']);
      const chunks = await store.chunks(['guide.1.0', 'guide.1.1']);
      assert.equal(chunks.length, 2);
      const again = await reopen();
      assert.deepEqual(await again.getMany(['guide', 'later']), records);
      assert.deepEqual(await again.chunks(['guide.1.0', 'guide.1.1']), chunks);
      assert.deepEqual(await again.embeddingModel(), { id: 'm', payload: Uint8Array.of(1, 2, 3) });
      assert.equal((await claim(again)).docId, 'later');
    },
  );

  check('getMany gives each document that exists once', async (store) => {
    await store.accept(intake('a'));
    await store.accept(intake('b'));
    const found = await store.getMany(['a', 'missing', 'b', 'a']);
    assert.deepEqual(idsOf(found).sort(), ['a', 'b']);
    assert.deepEqual(await store.getMany([]), []);
  });

  check('an id that is taken becomes a new version, and keeps its place in the list', async (store) => {
    const first = await store.accept(intake('a', { tags: ['old'] }));
    await store.accept(intake('b'));
    const second = await store.accept(
      intake('a', { tags: ['new'], original: originalOf('x'), now: NOW + 5 }),
    );
    assert.equal(second.version, 2);
    assert.equal(second.sequence, first.sequence);
    assert.equal(second.createdAt, NOW);
    assert.equal(second.updatedAt, NOW + 5);
    assert.deepEqual(second.tags, ['new']);
    assert.equal((await store.list({ tag: 'old' }, { limit: 10 })).total, 0);
    assert.equal(await store.countJobs(), 2);
  });

  check('the title is the one given, or the name of the file, or what the ingest found', async (store) => {
    assert.equal((await store.accept(intake('a'))).title, 'a.md');
    assert.equal((await store.accept(fromUrl('b', 'https://a.example/b'))).title, 'https://a.example/b');
    const job = await claim(store);
    assert.equal(job.title, null);
    await store.finish(job, { status: 'failed', error: { code: 'no_text', message: 'None.' }, now: NOW });
    await store.delete('b', NOW);
    assert.equal((await ingest(store, intake('a'), ['text'], { title: 'Found' })).title, 'Found');
    const next = await store.accept(intake('a', { original: originalOf('next') }));
    assert.equal(next.title, 'Found', 'the live version keeps its title in the meantime');
  });

  check(
    'the list is newest first, in pages that neither repeat nor skip while others write',
    async (store) => {
      for (let i = 0; i < 7; i += 1) await store.accept(intake(`d${i}`));
      const first = await store.list({}, { limit: 3 });
      assert.deepEqual(idsOf(first.documents), ['d6', 'd5', 'd4']);
      assert.equal(first.total, 7);
      await store.accept(intake('newer'));
      await store.accept(intake('d0', { original: originalOf('changed') }));
      await store.delete('d4', NOW);
      const second = await store.list({}, { limit: 3, before: first.nextBefore! });
      assert.deepEqual(idsOf(second.documents), ['d3', 'd2', 'd1']);
      const third = await store.list({}, { limit: 3, before: second.nextBefore! });
      assert.deepEqual(idsOf(third.documents), ['d0']);
      assert.equal(third.nextBefore, undefined);
      assert.equal(third.total, 7);
    },
  );

  check('a page that ends with the last document is the last page', async (store) => {
    await store.accept(intake('a'));
    await store.accept(intake('b'));
    assert.equal((await store.list({}, { limit: 2 })).nextBefore, undefined);
  });

  check('the list filters by status, by tag and by part of the title or id, together', async (store) => {
    await ingest(store, intake('one', { tags: ['x', 'y'] }), ['text'], { title: 'Über Größe' });
    await store.accept(intake('two', { tags: ['x'], title: '50% off_all' }));
    await store.accept(intake('three', { title: '50 off all' }));
    const ids = async (filter: Parameters<typeof store.list>[0]) => {
      const page = await store.list(filter, { limit: 10 });
      assert.equal(page.total, page.documents.length);
      return idsOf(page.documents);
    };
    assert.deepEqual(await ids({ status: 'done' }), ['one']);
    assert.deepEqual(await ids({ tag: 'x' }), ['two', 'one']);
    assert.deepEqual(await ids({ tag: 'X' }), []);
    assert.deepEqual(await ids({ text: 'ÜBER GRÖSSE' }), ['one']);
    assert.deepEqual(await ids({ text: 'THR' }), ['three']);
    assert.deepEqual(await ids({ text: '50% o' }), ['two'], 'a wildcard is a character like any other');
    assert.deepEqual(await ids({ text: 'off_' }), ['two']);
    assert.deepEqual(await ids({ tag: 'x', status: 'queued', text: 'w' }), ['two']);
    assert.deepEqual(await ids({ tag: 'y', status: 'queued' }), []);
    assert.deepEqual(await ids({ text: "' OR 1=1 --" }), []);
  });

  check('a deleted document is gone with its chunks, jobs and tags', async (store) => {
    await ingest(store, intake('a', { tags: ['x'] }), ['text']);
    await store.accept(intake('a', { original: originalOf('newer'), tags: ['x'] }));
    const job = await claim(store);
    assert.deepEqual(await store.delete('a', NOW), [{ docId: 'a', version: 2 }]);
    assert.equal(await store.get('a'), undefined);
    assert.deepEqual(await store.chunks(['a.1.0']), []);
    assert.equal(await store.countJobs(), 0);
    assert.equal((await store.list({ tag: 'x' }, { limit: 10 })).total, 0);
    assert.equal(
      await store.heartbeat(job, { now: NOW, leaseMs: 1, stage: 'parsing', progress: 0.5 }),
      false,
    );
    assert.deepEqual(idsOf(await store.delete('a', NOW)), []);
    assert.deepEqual(await released(store), ['a: a', 'a: newer']);
  });

  check('tags find documents that answer, and no others', async (store) => {
    await ingest(store, intake('a', { tags: ['x'] }), ['text']);
    await ingest(store, intake('b', { tags: ['x', 'y'] }), ['text']);
    await store.accept(intake('waiting', { tags: ['x'] }));
    assert.deepEqual(await store.docIdsWithTags(['x', 'y']), new Set(['a', 'b']));
    assert.deepEqual(await store.docIdsWithTags(['y']), new Set(['b']));
    assert.deepEqual(await store.docIdsWithTags([]), new Set());
  });
}
