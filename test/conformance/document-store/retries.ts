import assert from 'node:assert/strict';
import {
  type CheckDocuments,
  chunksOf,
  claim,
  fromUrl,
  ingest,
  intake,
  LEASE_MS,
  NOW,
  originalOf,
  published,
  released,
} from './fixtures.ts';

const ERROR = { code: 'download_failed', message: 'The server did not answer.' };

/** Ingests queued again on demand. */
export function retryChapter(check: CheckDocuments): void {
  check(
    'a failed upload is retried from its original, its attempts counted from the start',
    async (store) => {
      await store.accept(intake('a'));
      await store.finish(await claim(store), { status: 'failed', error: ERROR, now: NOW });
      const retried = await store.retry('a', { now: NOW + 5, correlationId: 'second' });
      assert.deepEqual(retried, { record: await store.get('a'), queued: true });
      const { status, error, attempts, version, updatedAt } = retried!.record;
      assert.deepEqual([status, error, attempts, version, updatedAt], ['queued', null, 0, 1, NOW + 5]);
      assert.equal(await store.countJobs(), 1);
      assert.equal(await store.claimJob({ now: NOW + 4, leaseMs: LEASE_MS }), undefined);
      const job = await claim(store, NOW + 5);
      assert.deepEqual([job.attempts, job.correlationId, job.original], [1, 'second', originalOf('a')]);
      await store.stageChunks(job, chunksOf(['text']));
      assert.equal((await store.publish(job, published()))?.status, 'done');
    },
  );

  check(
    'a failed URL is retried by a new download, and lets go of what the last one brought',
    async (store) => {
      await store.accept(fromUrl('a', 'https://a.example/'));
      const job = await claim(store);
      await store.recordOriginal(job, originalOf('error page'));
      await store.finish(job, { status: 'failed', error: ERROR, now: NOW });
      await store.retry('a', { now: NOW, correlationId: 'second' });
      assert.deepEqual(await released(store), ['a: error page']);
      assert.equal((await claim(store)).original, null);
    },
  );

  check('only what has failed or was skipped is retried', async (store) => {
    const retry = async (docId: string) =>
      (await store.retry(docId, { now: NOW, correlationId: 'second' }))?.queued;
    await ingest(store, intake('a', { original: originalOf('same') }), ['text']);
    await store.accept(intake('b', { original: originalOf('same') }));
    assert.equal(await retry('b'), false, 'it is queued');
    const job = await claim(store);
    assert.equal(await retry('b'), false, 'it is processing');
    assert.equal(await store.heartbeat(job, { now: NOW, leaseMs: 1, stage: 'parsing', progress: 0 }), true);
    await store.finish(job, { status: 'skipped', duplicateOf: 'a', now: NOW });
    assert.equal(await retry('b'), true);
    assert.equal((await store.get('b'))?.duplicateOf, null);
    assert.equal(await retry('a'), false, 'it is done');
    assert.equal(await retry('missing'), undefined);
    assert.equal(await store.countJobs(), 1);
  });
}
