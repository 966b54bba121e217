import assert from 'node:assert/strict';
import { type CheckDocuments, fromUrl, intake, originalOf } from './fixtures.ts';

/** Accepting documents whose ids are taken. */
export function takenIdChapter(check: CheckDocuments): void {
  check('an id that was derived from a name moves aside for other content', async (store) => {
    const derived = (content: string) =>
      intake('report', { whenTaken: 'rename', original: originalOf(content) });
    const ids: string[] = [];
    for (const content of ['a', 'b', 'c', 'd', 'e', 'f'])
      ids.push((await store.accept(derived(content))).docId);
    assert.deepEqual(ids, ['report', 'report-2', 'report-3', 'report-4', 'report-5', 'report-6']);
    const same = await store.accept(derived('c'));
    assert.deepEqual([same.docId, same.version], ['report-3', 2]);
  });

  check('a document that may not be replaced stays as it is, also by its own content', async (store) => {
    const refuse = new Error('not this one');
    const first = await store.accept(intake('report', { whenTaken: { refuse } }));
    await assert.rejects(store.accept(intake('report', { whenTaken: { refuse }, tags: ['x'] })), refuse);
    assert.deepEqual(await store.get('report'), first);
    const added = await store.accept(intake('report', { whenTaken: 'always_rename' }));
    assert.equal(added.docId, 'report-2');
    assert.deepEqual(await store.get('report'), first);
    const atOnce = await Promise.allSettled(
      ['a', 'b', 'c'].map((content) =>
        store.accept(intake('new', { whenTaken: { refuse }, original: originalOf(content) })),
      ),
    );
    assert.deepEqual(
      atOnce.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected'],
    );
    assert.equal((await store.get('new'))?.contentHash, originalOf('a').contentHash);
  });

  check('an id that was derived from a URL stays with that URL', async (store) => {
    const derived = (url: string) => ({ ...fromUrl('page', url), whenTaken: 'rename' as const });
    assert.equal((await store.accept(derived('https://a.example/page'))).docId, 'page');
    assert.equal((await store.accept(derived('https://b.example/page'))).docId, 'page-2');
    const again = await store.accept(derived('https://b.example/page'));
    assert.deepEqual([again.docId, again.version], ['page-2', 2]);
  });

  check('the same content under another name does not take a derived id over', async (store) => {
    await store.accept(intake('other', { original: originalOf('same') }));
    await store.accept(intake('report-final', { original: originalOf('same') }));
    const derived = intake('report', { whenTaken: 'rename', original: originalOf('same') });
    assert.equal((await store.accept(derived)).docId, 'report');
  });

  check('a derived id remains an id when it is as long as one may be', async (store) => {
    const longest = 'x'.repeat(128);
    await store.accept(intake(longest));
    const { docId } = await store.accept(
      intake(longest, { whenTaken: 'rename', original: originalOf('else') }),
    );
    assert.match(docId, /^x{126}-2$/);
  });
}
