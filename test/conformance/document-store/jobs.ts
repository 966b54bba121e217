import assert from 'node:assert/strict';
import type { DocumentStore } from '../../../src/ports/document-store.ts';
import type { IngestJob } from '../../../src/ports/ingest-jobs.ts';
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

/** Claims, leases, retries and recovery. */
/** @param options.isShared Several processes use the store: leases end by time alone. */
export function jobChapter(check: CheckDocuments, { isShared }: { isShared: boolean }): void {
  check('jobs are taken oldest first, each by one worker, with what was accepted', async (store) => {
    await store.accept(intake('a', { title: 'Given' }));
    await store.accept(fromUrl('b', 'https://a.example/b'));
    const claimed = await Promise.all([1, 2, 3].map(() => store.claimJob({ now: NOW, leaseMs: LEASE_MS })));
    // Of concurrent claims the later one may end first.
    const jobs = claimed.filter((job) => job !== undefined).sort((a, b) => (a.docId < b.docId ? -1 : 1));
    const [first, second, none] = jobs;
    assert.deepEqual(first, {
      jobId: first!.jobId,
      docId: 'a',
      version: 1,
      attempts: 1,
      leaseToken: first!.leaseToken,
      kind: 'document',
      title: 'Given',
      source: { kind: 'upload', filename: 'a.md' },
      original: originalOf('a'),
      correlationId: 'correlation-1',
      isForced: false,
      isTagBound: false,
    });
    assert.equal(second?.docId, 'b');
    assert.equal(second?.original, null);
    assert.notEqual(first!.leaseToken, second?.leaseToken);
    assert.equal(none, undefined);
    assert.equal(await store.countJobs(), 2);
    const records = await store.getMany(['a', 'b']);
    assert.deepEqual(new Set(records.map(({ status }) => status)), new Set(['processing']));
    assert.deepEqual(new Set(records.map(({ attempts }) => attempts)), new Set([1]));
  });

  check(
    'a job knows whether its document is bound to its tags, which the next version may not be',
    async (store, reopen) => {
      await store.accept(intake('a', { tags: ['hr'], isTagBound: true }));
      const reopened = await reopen();
      await reopened.recover(NOW);
      assert.equal((await claim(reopened)).isTagBound, true);
      await reopened.accept(intake('a', { tags: ['hr'] }));
      assert.equal((await claim(reopened)).isTagBound, false);
    },
  );

  check('a heartbeat writes the progress and puts the end of the lease off', async (store) => {
    await store.accept(intake('a'));
    const job = await claim(store);
    const beat = { now: NOW + 10, leaseMs: LEASE_MS, stage: 'embedding', progress: 0.75 } as const;
    assert.equal(await store.heartbeat(job, beat), true);
    const record = await store.get('a');
    assert.deepEqual([record?.stage, record?.progress, record?.updatedAt], ['embedding', 0.75, NOW + 10]);
    assert.equal(await store.nextJobDueAt(), NOW + 10 + LEASE_MS);
  });

  check('the next moment at which there is work is a waiting job or the end of a lease', async (store) => {
    assert.equal(await store.nextJobDueAt(), undefined);
    await store.accept(intake('a'));
    assert.equal(await store.nextJobDueAt(), NOW);
    const job = await claim(store);
    assert.equal(await store.nextJobDueAt(), NOW + LEASE_MS);
    await store.finish(job, { status: 'queued', error: ERROR, runAfter: NOW + 500, now: NOW });
    assert.equal(await store.nextJobDueAt(), NOW + 500);
  });

  check(
    'a job that is queued again waits until it is due, shows why, and counts its attempts',
    async (store) => {
      await store.accept(intake('a'));
      const job = await claim(store);
      await store.stageChunks(job, chunksOf(['half']));
      assert.equal(
        await store.finish(job, { status: 'queued', error: ERROR, runAfter: NOW + 500, now: NOW + 1 }),
        true,
      );
      const waiting = await store.get('a');
      assert.deepEqual([waiting?.status, waiting?.error, waiting?.stage], ['queued', ERROR, null]);
      assert.equal(await store.claimJob({ now: NOW + 499, leaseMs: LEASE_MS }), undefined);
      const again = await claim(store, NOW + 500);
      assert.equal(again.attempts, 2);
      await store.stageChunks(again, chunksOf(['whole']));
      assert.equal((await store.publish(again, published()))?.error, null);
      assert.equal((await store.chunks(['a.1.0']))[0]?.text, 'whole');
    },
  );

  check('a job that was given back unworked waits as before, its attempt not counted', async (store) => {
    await store.accept(intake('a'));
    const job = await claim(store);
    await store.stageChunks(job, chunksOf(['half']));
    assert.equal(await store.finish(job, { status: 'released', now: NOW + 1 }), true);
    const waiting = await store.get('a');
    assert.deepEqual([waiting?.status, waiting?.attempts, waiting?.error], ['queued', 0, null]);
    const again = await claim(store, NOW + 1);
    assert.equal(again.attempts, 1);
    await store.stageChunks(again, chunksOf(['whole']));
    assert.equal((await store.publish(again, published()))?.chunks, 1);
  });

  check(
    'a job that the store had no room for waits until it is due, with the reason and its attempt not counted',
    async (store) => {
      await store.accept(intake('a'));
      const until = { error: ERROR, runAfter: NOW + 500 };
      assert.equal(await store.finish(await claim(store), { status: 'released', until, now: NOW + 1 }), true);
      const waiting = await store.get('a');
      assert.deepEqual([waiting?.status, waiting?.attempts, waiting?.error], ['queued', 0, ERROR]);
      assert.equal(await store.claimJob({ now: NOW + 499, leaseMs: LEASE_MS }), undefined);
      assert.equal((await claim(store, NOW + 500)).attempts, 1);
    },
  );

  check('what a download brought is recorded, also for the attempt after it', async (store) => {
    await store.accept(fromUrl('a', 'https://a.example/'));
    const job = await claim(store);
    assert.equal((await store.get('a'))?.stage, 'downloading');
    assert.equal(await store.recordOriginal(job, originalOf('body')), true);
    const record = await store.get('a');
    assert.deepEqual([record?.contentHash, record?.bytes], [originalOf('body').contentHash, 4]);
    await store.finish(job, { status: 'queued', error: ERROR, runAfter: NOW, now: NOW });
    assert.deepEqual((await claim(store)).original, originalOf('body'));
  });

  check('a version that fails says why, and the previous version still answers', async (store) => {
    await ingest(store, intake('a'), ['first version']);
    await store.accept(intake('a', { original: originalOf('broken') }));
    const job = await claim(store);
    await store.stageChunks(job, chunksOf(['second version']));
    assert.equal(await store.finish(job, { status: 'failed', error: ERROR, now: NOW + 9 }), true);
    const record = await store.get('a');
    assert.deepEqual([record?.status, record?.error, record?.version], ['failed', ERROR, 2]);
    assert.deepEqual([record?.liveVersion, record?.chunks], [1, 1]);
    assert.equal((await store.chunks(['a.1.0']))[0]?.text, 'first version');
    assert.equal(await store.liveDocumentWithHash(originalOf('a').contentHash, 'other'), 'a');
    assert.equal(await store.liveDocumentWithHash(originalOf('broken').contentHash, 'other'), undefined);
    assert.equal(await store.countJobs(), 0);
  });

  check('the content that is looked up is that of the version which answers', async (store) => {
    await ingest(store, intake('a'), ['text']);
    await store.accept(intake('a', { original: originalOf('pending') }));
    const { contentHash } = originalOf('a');
    assert.equal(await store.liveDocumentWithHash(contentHash, 'b'), 'a');
    assert.equal(await store.liveDocumentWithHash(contentHash, 'a'), undefined);
    assert.equal(await store.liveDocumentWithHash(originalOf('pending').contentHash, 'b'), undefined);
  });

  check('a waiting job is superseded by a newer version', async (store) => {
    await store.accept(intake('a'));
    await store.accept(intake('a', { original: originalOf('newer') }));
    assert.equal(await store.countJobs(), 1);
    const job = await claim(store);
    assert.deepEqual([job.version, job.original], [2, originalOf('newer')]);
  });

  const losses: Record<string, (store: DocumentStore, job: IngestJob) => Promise<unknown>> = {
    'a newer version was accepted': (store) => store.accept(intake('a', { original: originalOf('newer') })),
    'the document was deleted': (store) => store.delete('a', NOW),
    'the lease ended and another worker took the job': (store) => claim(store, NOW + LEASE_MS),
    'the lease ended and the job was queued again': (store) => store.recover(NOW + LEASE_MS),
    'it ended the job itself': (store, job) =>
      store.finish(job, { status: 'failed', error: ERROR, now: NOW }),
    'it published already': (store, job) => store.publish(job, published()),
  };
  for (const [reason, lose] of Object.entries(losses)) {
    check(`a worker's writes are refused and change nothing when ${reason}`, async (store) => {
      await store.accept(intake('a'));
      const job = await claim(store);
      await store.stageChunks(job, chunksOf(['stale']));
      await lose(store, job);
      const before = [await store.get('a'), await store.countJobs(), await store.nextJobDueAt()];
      const beat = { now: NOW + 99, leaseMs: LEASE_MS, stage: 'indexing', progress: 1 } as const;
      assert.equal(await store.heartbeat(job, beat), false);
      assert.equal(await store.recordOriginal(job, originalOf('stale')), false);
      assert.equal(await store.stageChunks(job, chunksOf(['stale', 'stale'])), false);
      assert.equal(await store.publish(job, published({ title: 'Stale' })), undefined);
      assert.equal(await store.finish(job, { status: 'failed', error: ERROR, now: NOW + 99 }), false);
      assert.deepEqual([await store.get('a'), await store.countJobs(), await store.nextJobDueAt()], before);
    });
  }

  check('chunks that a lost worker staged do not show in the version of the next one', async (store) => {
    await store.accept(intake('a'));
    await store.stageChunks(await claim(store), chunksOf(['left', 'behind']));
    const next = await claim(store, NOW + LEASE_MS);
    assert.equal(next.attempts, 2);
    await store.stageChunks(next, chunksOf(['mine']));
    assert.equal((await store.publish(next, published()))?.chunks, 1);
  });

  check('recovery queues only jobs whose lease has ended', async (store) => {
    await store.accept(intake('a'));
    await store.accept(intake('b'));
    await claim(store);
    const held = await claim(store, NOW + 1);
    assert.deepEqual(await store.recover(NOW + LEASE_MS), { requeued: 1 });
    const record = await store.get('a');
    assert.deepEqual([record?.status, record?.attempts], ['queued', 1]);
    assert.equal(await store.stageChunks(held, chunksOf(['text'])), true);
    assert.deepEqual(await store.recover(NOW + LEASE_MS), { requeued: 0 });
  });

  check(
    'recovery queues jobs at once that were to wait by a clock that was set back since, and no others',
    async (store) => {
      await store.accept(intake('a'));
      const failed = await claim(store);
      await store.finish(failed, { status: 'queued', error: ERROR, runAfter: NOW + 500, now: NOW });
      assert.deepEqual(await store.recover(NOW), { requeued: 0 });
      assert.equal(await store.nextJobDueAt(), NOW + 500);
      const earlier = NOW - 3_600_000;
      assert.deepEqual(await store.recover(earlier), { requeued: 1 });
      assert.deepEqual(await store.recover(earlier), { requeued: 0 });
      const again = await claim(store, earlier);
      assert.deepEqual([again.docId, again.attempts], ['a', 2]);
      // It is at work, so its lease holds.
      assert.deepEqual(await store.recover(earlier - 1), { requeued: 0 });
      assert.equal(await store.stageChunks(again, chunksOf(['text'])), true);
    },
  );

  check(
    'a store of one process that is opened again recovers every job at once, whatever its lease was',
    async (store, reopen) => {
      await ingest(store, intake('a'), ['text']);
      await store.accept(intake('a', { original: originalOf('newer') }));
      const job = await claim(store);
      await store.stageChunks(job, chunksOf(['staged', 'only']));
      const again = await reopen();
      assert.deepEqual(await again.recover(NOW), { requeued: 1 });
      assert.equal((await again.get('a'))?.status, 'queued');
      const next = await claim(again);
      assert.deepEqual([next.version, next.attempts], [2, 2]);
      assert.equal(await again.stageChunks(job, []), false);
    },
    { skip: isShared && 'leases of other processes hold' },
  );

  check('a skipped document names the one that answers in its place', async (store) => {
    await ingest(store, intake('a', { original: originalOf('same') }), ['text']);
    await store.accept(intake('b', { original: originalOf('same') }));
    assert.equal(
      await store.finish(await claim(store), { status: 'skipped', duplicateOf: 'a', now: NOW }),
      true,
    );
    const record = await store.get('b');
    assert.deepEqual([record?.status, record?.duplicateOf], ['skipped', 'a']);
    assert.equal(await store.countJobs(), 0);
  });

  check('deleting a document queues those again that were skipped for it', async (store) => {
    await ingest(store, intake('a', { original: originalOf('same') }), ['text']);
    for (const docId of ['b', 'c']) {
      await store.accept(intake(docId, { original: originalOf('same') }));
      await store.finish(await claim(store), { status: 'skipped', duplicateOf: 'a', now: NOW });
    }
    await store.delete('a', NOW + 7);
    assert.deepEqual(await released(store), ['a: same']);
    const record = await store.get('b');
    assert.deepEqual([record?.status, record?.duplicateOf], ['queued', null]);
    const job = await claim(store, NOW + 7);
    assert.deepEqual([job.docId, job.attempts, job.original], ['b', 1, originalOf('same')]);
    await store.stageChunks(job, chunksOf(['text']));
    assert.equal((await store.publish(job, published()))?.status, 'done');
  });

  check(
    'replacing a document by other content queues those again that were skipped for it',
    async (store) => {
      await ingest(store, intake('a', { original: originalOf('same') }), ['text']);
      await store.accept(intake('b', { original: originalOf('same') }));
      await store.finish(await claim(store), { status: 'skipped', duplicateOf: 'a', now: NOW });
      await ingest(store, intake('a', { original: originalOf('same') }), ['text']);
      assert.equal((await store.get('b'))?.status, 'skipped');
      await ingest(store, intake('a', { original: originalOf('other') }), ['other']);
      assert.equal((await store.get('b'))?.status, 'queued');
    },
  );

  check('a job is not skipped for a document that has gone since it was looked up', async (store) => {
    await ingest(store, intake('a', { original: originalOf('same') }), ['text']);
    await store.accept(intake('b', { original: originalOf('same') }));
    const job = await claim(store);
    await store.delete('a', NOW);
    await store.finish(job, { status: 'skipped', duplicateOf: 'a', now: NOW });
    assert.equal((await store.get('b'))?.status, 'queued');
    assert.equal((await claim(store)).docId, 'b');
  });
}
