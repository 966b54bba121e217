import assert from 'node:assert/strict';
import {
  type CheckDocuments,
  claim,
  fromUrl,
  ingest,
  intake,
  NOW,
  namesOf,
  originalOf,
  published,
  released,
} from './fixtures.ts';

/** Which documents name an original, their manifests, and what documents have released. */
export function namedOriginalChapter(check: CheckDocuments): void {
  check('what a deleted document named is released, once, even where another one names it', async (store) => {
    await store.accept(intake('a', { original: originalOf('same') }));
    await store.accept(intake('b', { original: originalOf('same') }));
    await store.accept(intake('c'));
    await store.delete('a', NOW);
    assert.deepEqual(await released(store), ['a: same']);
    await store.delete('c', NOW);
    assert.deepEqual(await released(store), ['c: c']);
    assert.deepEqual(await released(store), []);
    assert.deepEqual(namesOf(await store.namedOriginals()), ['b: same']);
  });

  check('content that its document names again before it is taken is not released', async (store) => {
    await store.accept(intake('a'));
    await store.delete('a', NOW);
    await store.accept(intake('a'));
    assert.deepEqual(await released(store), []);
  });

  check('only what no document names is discarded', async (store) => {
    const discarded: string[] = [];
    const discard = (content: string) =>
      store.ifUnnamed(originalOf(content).contentHash, async () => void discarded.push(content));
    await ingest(store, intake('a'), ['text']);
    await store.accept(intake('a', { original: originalOf('pending') }));
    for (const content of ['a', 'pending', 'unknown']) await discard(content);
    assert.deepEqual(discarded, ['unknown']);
  });

  check('what was released stays on record over a restart, until it is removed', async (store, reopen) => {
    await store.accept(intake('a'));
    await store.accept(intake('b'));
    for (const docId of ['a', 'b']) await store.delete(docId, NOW + 5);
    await store.recordUnnamed([originalOf('found').contentHash], NOW + 6);
    const again = await reopen();
    const all = await again.releasedOriginals();
    assert.deepEqual(namesOf(all), ['a: a', 'b: b', 'nobody: found']);
    assert.deepEqual(
      all.map(({ releasedAt }) => releasedAt),
      [NOW + 5, NOW + 5, NOW + 6],
    );
    await again.forgetReleased(all.slice(0, 1));
    assert.deepEqual(namesOf(await again.releasedOriginals()), ['b: b', 'nobody: found']);
    assert.deepEqual(await released(again), []);
  });

  check(
    'what is found again keeps its date; what is released again gets a new one, and its record stays',
    async (store) => {
      const found = [originalOf('found').contentHash];
      for (const now of [NOW, NOW + 9]) await store.recordUnnamed(found, now);
      assert.deepEqual(
        (await store.releasedOriginals()).map(({ releasedAt }) => releasedAt),
        [NOW],
      );
      await store.forgetReleased(await store.releasedOriginals());
      await store.accept(intake('a'));
      await store.delete('a', NOW);
      const before = await store.releasedOriginals();
      await store.accept(intake('a'));
      await store.recordUnnamed([originalOf('a').contentHash], NOW);
      await store.delete('a', NOW + 1);
      await store.forgetReleased(before);
      assert.deepEqual(
        (await store.releasedOriginals()).map(({ releasedAt }) => releasedAt),
        [NOW + 1],
      );
    },
  );

  check(
    'a replaced version releases its original when the next one answers, a pending one at once',
    async (store) => {
      await ingest(store, intake('a'), ['text']);
      await store.accept(intake('a', { original: originalOf('pending') }));
      assert.deepEqual(await released(store), []);
      await store.accept(intake('a', { original: originalOf('final') }));
      assert.deepEqual(await released(store), ['a: pending']);
      const job = await claim(store);
      await store.publish(job, published());
      assert.deepEqual(await released(store), ['a: a']);
    },
  );

  check('a download for a document that was deleted in the meantime is released', async (store) => {
    await store.accept(fromUrl('a', 'https://a.example/'));
    const job = await claim(store);
    await store.delete('a', NOW);
    assert.equal(await store.recordOriginal(job, originalOf('late')), false);
    assert.deepEqual(await released(store), ['nobody: late']);
  });

  check(
    'documents name the originals of pending versions and of versions that answer, and manifests describe both',
    async (store) => {
      const { createdAt } = await ingest(store, intake('a', { title: 'Given', tags: ['old'] }), ['text']);
      await store.accept(intake('a', { original: originalOf('pending'), tags: ['new'] }));
      await store.accept(fromUrl('b', 'https://a.example/'));
      assert.deepEqual(namesOf(await store.namedOriginals()), ['a: a', 'a: pending']);
      const common = {
        ...{ docId: 'a', kind: 'document', title: 'Given', tags: ['new'], createdAt },
        ...{ source: { kind: 'upload', filename: 'a.md' }, mediaType: 'text/markdown', isFailed: false },
      };
      assert.deepEqual(await store.manifests('a'), [
        { ...common, contentHash: originalOf('pending').contentHash, version: 2 },
        { ...common, contentHash: originalOf('a').contentHash, version: 1 },
      ]);
      assert.deepEqual(await store.manifests('b'), []);
      await store.describe('a', { title: 'Renamed', tags: ['later'], now: NOW });
      assert.deepEqual(
        (await store.manifests('a')).map(({ title, tags }) => ({ title, tags })),
        Array(2).fill({ title: 'Renamed', tags: ['later'] }),
      );
      await store.finish(await claim(store), {
        ...{ status: 'failed', error: { code: 'no_text', message: 'None.' }, now: NOW },
      });
      assert.deepEqual(
        (await store.manifests('a')).map(({ isFailed }) => isFailed),
        [true, false],
      );
    },
  );

  check('a restored document has its version and its date, and continues from there', async (store) => {
    const restored = { version: 7, createdAt: NOW - 1_000 };
    const record = await store.accept(intake('a', { restored }));
    assert.deepEqual([record.version, record.createdAt, record.updatedAt], [7, NOW - 1_000, NOW]);
    const job = await claim(store);
    assert.equal((await store.publish(job, published()))?.liveVersion, 7);
    assert.equal((await store.accept(intake('a'))).version, 8);
  });
}
