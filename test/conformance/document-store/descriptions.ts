import assert from 'node:assert/strict';
import { type CheckDocuments, claim, idsOf, ingest, intake, NOW, originalOf, published } from './fixtures.ts';

/** Titles and tags that are changed without an ingest. */
export function descriptionChapter(check: CheckDocuments): void {
  check(
    'title and tags are changed at once, in the record, in lists and filters, and stay',
    async (store, reopen) => {
      const before = await ingest(store, intake('a', { tags: ['old', 'same'] }), ['text']);
      const [old, fresh] = [await store.docIdsWithTags(['old']), await store.docIdsWithTags(['new'])];
      assert.deepEqual([[...old], [...fresh]], [['a'], []]);
      const changed = await store.describe('a', { title: 'Über uns', tags: ['new', 'same', 'new'], now: 9 });
      assert.deepEqual(changed, { ...before, title: 'Über uns', tags: ['new', 'same'], updatedAt: 9 });
      assert.deepEqual([[...old], [...fresh]], [['a'], []], 'a set that was given does not change');

      for (const open of [async () => store, reopen]) {
        const each = await open();
        assert.deepEqual(await each.get('a'), changed);
        const ids = async (filter: Parameters<typeof each.list>[0]) =>
          idsOf((await each.list(filter, { limit: 9 })).documents);
        assert.deepEqual(await ids({ text: 'über' }), ['a']);
        assert.deepEqual(await ids({ text: before.title }), []);
        assert.deepEqual(await ids({ tag: 'new' }), ['a']);
        assert.deepEqual(await ids({ tag: 'old' }), []);
        assert.deepEqual([...(await each.docIdsWithTags(['old']))], []);
        assert.deepEqual([...(await each.docIdsWithTags(['new']))], ['a']);
        assert.equal((await each.chunks(['a.1.0']))[0]?.document.title, 'Über uns');
      }
    },
  );

  check('what is not given stays, and an unknown document is not made', async (store) => {
    const before = await ingest(store, intake('a', { tags: ['x'] }), ['text'], { analysis: 1 });
    assert.deepEqual(await store.describe('a', { now: NOW }), { ...before, updatedAt: NOW });
    assert.equal(await store.countOtherAnalyses(1), 0);
    assert.deepEqual((await store.describe('a', { tags: [], now: NOW }))?.tags, []);
    assert.equal((await store.describe('a', { title: before.title, now: NOW }))?.title, before.title);
    assert.equal(await store.countOtherAnalyses(1), 0, 'the same title has the same terms');
    assert.equal(await store.describe('b', { title: 'B', now: NOW }), undefined);
    assert.equal(await store.get('b'), undefined);
  });

  check('a new version keeps the given title and the tags, unless it comes with others', async (store) => {
    await ingest(store, intake('a'), ['text']);
    await store.describe('a', { title: 'Given', tags: ['x', 'y'], now: NOW });
    const next = async (changes: Parameters<typeof intake>[1]) => {
      const { tags } = await store.accept(intake('a', { tags: undefined, ...changes }));
      const { title } = await claim(store);
      return { title, tags };
    };
    const kept = await next({ original: originalOf('second') });
    assert.deepEqual(kept, { title: 'Given', tags: ['x', 'y'] });
    assert.deepEqual([...(await store.docIdsWithTags(['y']))], ['a']);
    const other = await next({ original: originalOf('third'), title: 'Other', tags: [] });
    assert.deepEqual(other, { title: 'Other', tags: [] });
    const untitled = await ingest(store, intake('b', { tags: undefined }), ['text']);
    assert.deepEqual(untitled.tags, []);
  });

  check('terms of another title are due, until they are made for that title', async (store) => {
    await ingest(store, intake('a'), ['text'], { analysis: 1 });
    await store.describe('a', { title: 'First', now: NOW });
    assert.deepEqual((await store.otherAnalyses({ analysis: 1, after: 0, limit: 9 })).docIds, ['a']);
    await store.describe('a', { title: 'Second', now: NOW });
    const chunks = [{ ordinal: 0, terms: ['first'], counts: [1] }];
    const of = { version: 1, reason: 'title', chunks } as const;
    const analysed = { analysis: 1, language: 'en' };
    await store.replaceTerms('a', { ...of, analysed: { ...analysed, title: 'First' } });
    assert.equal(await store.countOtherAnalyses(1), 1);
    await store.replaceTerms('a', { ...of, analysed: { ...analysed, title: 'Second' } });
    assert.equal(await store.countOtherAnalyses(1), 0);
    assert.equal(await store.haveEmbeddingsOldTerms(), false);
  });

  check(
    'a document that is renamed during its ingest keeps that title, and its terms are due',
    async (store) => {
      await store.accept(intake('a'));
      const job = await claim(store);
      assert.equal(
        (await store.describe('a', { title: 'Renamed', tags: ['x'], now: NOW }))?.status,
        'processing',
      );
      await store.stageChunks(job, [{ ...CHUNK, terms: ['found'], counts: [1] }]);
      const done = await store.publish(job, published({ title: 'Found', analysis: 1 }));
      assert.deepEqual([done?.title, done?.tags], ['Renamed', ['x']]);
      assert.equal(await store.countOtherAnalyses(1), 1);
    },
  );
}

const CHUNK = { ordinal: 0, text: 'text', start: 0, end: 4, page: null, section: null };
