import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type CheckDocuments,
  chunksOf,
  claim,
  fromUrl,
  intake,
  NOW,
  originalOf,
  published,
} from './fixtures.ts';

/** Extracted text and original, as read to check a citation. */
export function contentChapter(check: CheckDocuments): void {
  check('any range of the extracted text comes back, cut to what there is', async (store) => {
    const text = 'Grüße, 日本 and 👩‍👩‍👧 — \ud800 a lone half. '.repeat(20);
    await store.accept(intake('a'));
    const job = await claim(store);
    await store.stageChunks(job, chunksOf(['text']));
    // Pieces of 7 units also begin within surrogate pairs.
    for (let start = 0; start < text.length; start += 7)
      assert.equal(await store.stageText(job, { start, text: text.slice(start, start + 7) }), true);
    assert.equal(await store.text('a', { from: 0, to: 10 }), undefined, 'it does not answer yet');
    await store.publish(job, published());
    const place = fc.nat({ max: text.length + 20 });
    await fc.assert(
      fc.asyncProperty(place, place, async (a, b) => {
        const range = { from: Math.min(a, b), to: Math.max(a, b) };
        const to = Math.min(range.to, text.length);
        const from = Math.min(range.from, to);
        assert.deepEqual(await store.text('a', range), {
          ...{ version: 1, from, to, length: text.length },
          text: text.slice(from, to),
        });
      }),
    );
    assert.equal(await store.text('missing', { from: 0, to: 1 }), undefined);
  });

  check('the text is that of the version that answers, and goes with it', async (store) => {
    const stageText = async (text: string) => {
      const job = await claim(store);
      await store.stageChunks(job, chunksOf(['chunk']));
      await store.stageText(job, { start: 0, text });
      return job;
    };
    const read = async () => (await store.text('a', { from: 0, to: 99 }))?.text;
    await store.accept(intake('a'));
    await store.publish(await stageText('first'), published());
    await store.accept(intake('a', { original: originalOf('broken') }));
    const error = { code: 'damaged_file', message: 'It is damaged.' };
    await store.finish(await stageText('broken'), { status: 'failed', error, now: NOW });
    assert.equal(await read(), 'first');
    await store.accept(intake('a', { original: originalOf('newer') }));
    const job = await stageText('second');
    assert.equal(await read(), 'first');
    await store.publish(job, published());
    assert.equal(await read(), 'second');
    assert.equal(await store.stageText(job, { start: 6, text: 'late' }), false);
    await store.delete('a', NOW);
    await store.accept(intake('a'));
    await store.publish(await claim(store), published());
    assert.equal(await read(), undefined);
  });

  check(
    'the original is that of the version that answers, or of the newest while none does',
    async (store) => {
      const nameOf = async () => (await store.original('a'))?.filename;
      await store.accept(intake('a'));
      assert.deepEqual(await store.original('a'), {
        contentHash: originalOf('a').contentHash,
        mediaType: 'text/markdown',
        filename: 'a.md',
      });
      await store.publish(await claim(store), published());
      const source = { kind: 'upload', filename: 'newer.txt' } as const;
      await store.accept(intake('a', { original: originalOf('newer'), source }));
      assert.equal(await nameOf(), 'a.md');
      await store.publish(await claim(store), published());
      assert.equal(await nameOf(), 'newer.txt');
      await store.accept(fromUrl('b', 'https://a.example/'));
      assert.equal(await store.original('b'), undefined);
      assert.equal(await store.original('c'), undefined);
    },
  );
}
