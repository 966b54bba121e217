import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { openStand, prepareText } from '../../../test/ingestion-stand.ts';
import { IngestFailure, RefusedError } from '../../errors.ts';
import { currentCorrelationId } from '../../kernel/correlation.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import type { DocumentPreparer } from '../../ports/document-preparer.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import { startIngestWorkers } from './ingest-worker.ts';

/** Fails the given number of times, then prepares. */
function failing(times: number, error: () => Error): DocumentPreparer['prepare'] {
  let attempts = 0;
  return async (file) => {
    if (++attempts <= times) throw error();
    return prepareText(file);
  };
}

/** Never ends by itself. */
const endless: DocumentPreparer['prepare'] = (_file, { signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('a temporary failure is retried until it has passed', async () => {
  await using stand = await openStand({
    prepare: failing(2, () => new IngestFailure('parse_crashed', 'crashed')),
  });
  await stand.upload('one.txt', 'alpha');
  const done = await stand.settled('one');
  assert.deepEqual([done.status, done.attempts, done.error], ['done', 3, null]);
});

test('a document waits for an embedding model that is down, without counting attempts', async () => {
  const down = () => new RefusedError({ code: 'model_busy', retryAfterSeconds: 0 });
  await using stand = await openStand({ prepare: failing(4, down) });
  await stand.upload('one.txt', 'alpha');
  const done = await stand.settled('one');
  assert.deepEqual([done.status, done.attempts, done.error], ['done', 1, null]);
});

test('the third failure is the last, and says why', async () => {
  let failures = 0;
  const crash = () => new IngestFailure('parse_crashed', `crash ${++failures}`);
  await using stand = await openStand({ prepare: failing(9, crash) });
  await stand.upload('one.txt', 'alpha');
  const failed = await stand.settled('one');
  assert.deepEqual([failed.status, failed.attempts], ['failed', 3]);
  assert.deepEqual(failed.error, { code: 'parse_crashed', message: 'crash 3' });
});

test('a permanent failure ends the ingest at once, and the previous version still answers', async () => {
  await using stand = await openStand({
    prepare: async (file) => {
      const prepared = await prepareText(file);
      if (prepared.chunks[0]!.text === 'broken') throw new IngestFailure('damaged_file', 'It is damaged.');
      return prepared;
    },
  });
  await stand.upload('one.txt', 'alpha', { docId: 'one' });
  await stand.settled('one');
  await stand.upload('one.txt', 'broken', { docId: 'one' });
  const failed = await stand.settled('one');
  assert.deepEqual([failed.status, failed.attempts, failed.liveVersion], ['failed', 1, 1]);
  assert.deepEqual(failed.error, { code: 'damaged_file', message: 'It is damaged.' });
  assert.deepEqual((await stand.find('alpha')).docIds, ['one']);
});

test('a document without text fails with the reason', async () => {
  await using stand = await openStand();
  await stand.upload('one.txt', '   ');
  assert.equal((await stand.settled('one')).error?.code, 'no_text');
});

test('the inner cause of a fault is not shown', async () => {
  await using stand = await openStand({ prepare: failing(9, () => new Error('/secret/path is broken')) });
  await stand.upload('one.txt', 'alpha');
  const { error } = await stand.settled('one');
  assert.equal(error?.code, 'internal_error');
  assert.doesNotMatch(error.message, /secret/);
});

test('waiting documents are ingested after the clock was set back', async () => {
  let clockMs = Date.now();
  const isSetBack = Promise.withResolvers<void>();
  await using stand = await openStand({
    concurrency: 1,
    now: () => clockMs,
    prepare: async (file) => {
      await isSetBack.promise;
      return prepareText(file);
    },
  });
  for (const text of ['alpha', 'beta', 'gamma']) await stand.upload(`${text}.txt`, text);
  clockMs -= 3_600_000;
  isSetBack.resolve();
  for (const docId of ['alpha', 'beta', 'gamma']) assert.equal((await stand.settled(docId)).status, 'done');
});

test('a full disk does not count as an attempt: the document waits and says why', async () => {
  const full = () => new RefusedError({ code: 'disk_full', retryAfterSeconds: 60 });
  await using stand = await openStand({ prepare: failing(9, full) });
  await stand.upload('one.txt', 'alpha');
  let record = await stand.catalog.get('one');
  while (record.error === null) {
    await sleep(5);
    record = await stand.catalog.get('one');
  }
  assert.deepEqual([record.status, record.attempts], ['queued', 0]);
  assert.match(record.error.message, /disk of the service is full/);
});

test('an outcome that a full disk delayed is written before the next attempt, and does not count as one', async () => {
  const full = () => new RefusedError({ code: 'disk_full', retryAfterSeconds: 60 });
  await using stand = await openStand({ prepare: failing(1, full), concurrency: 1 });
  const { documentStore } = stand;
  const { finish } = documentStore;
  const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
  documentStore.finish = async () => {
    documentStore.finish = finish;
    refuse();
    throw full();
  };
  await stand.upload('one.txt', 'alpha');
  await refused;
  await stand.upload('two.txt', 'beta');
  assert.equal((await stand.settled('two')).status, 'done');
  const one = await stand.catalog.get('one');
  assert.deepEqual([one.status, one.attempts], ['queued', 0]);
  assert.match(one.error?.message ?? '', /disk of the service is full/);
});

test('a retry waits for its time', async () => {
  await using stand = await openStand({
    prepare: failing(1, () => new IngestFailure('parse_crashed', 'crashed')),
    random: () => 0.2, // of two seconds
  });
  const startedAt = Date.now();
  await stand.upload('one.txt', 'alpha');
  await stand.settled('one');
  assert.ok(Date.now() - startedAt >= 400);
});

test('a document that has stopped the service three times fails', async () => {
  const first = await openStand({ concurrency: 0 });
  const { folder } = first;
  await first.upload('one.txt', 'alpha');
  await first.documentStore.claimJob({ now: Date.now(), leaseMs: 30_000 });
  await first.close();
  for (const _attempt of [2, 3]) {
    const crashing = await openStand({ folder, concurrency: 0 });
    await crashing.documentStore.recover(Date.now());
    await crashing.documentStore.claimJob({ now: Date.now(), leaseMs: 30_000 });
    await crashing.close();
  }
  await using stand = await openStand({ folder });
  const failed = await stand.settled('one');
  assert.equal(failed.status, 'failed');
  assert.equal(failed.error?.code, 'internal_error');
  assert.match(failed.error.message, /stopped the service 3 times/);
});

test('a job that a killed process left is done by the next one, once', async () => {
  const killed = await openStand({ concurrency: 0 });
  await killed.upload('one.txt', 'alpha\n\nbeta');
  const job = await killed.documentStore.claimJob({ now: Date.now(), leaseMs: 30_000 });
  const { path } = await killed.originals.localCopy(job!.original!.contentHash);
  const { chunks } = await prepareText({
    path,
    ...{ format: 'text', title: null, filename: 'one.txt' },
  });
  await killed.documentStore.stageChunks(job!, chunks);
  await killed.close();
  await using stand = await openStand({ folder: killed.folder });
  const done = await stand.settled('one');
  assert.deepEqual([done.status, done.chunks, done.attempts], ['done', 2, 2]);
  assert.deepEqual((await stand.find('beta')).texts, ['beta']);
});

test('a shutdown lets running jobs finish', async () => {
  const begun = Promise.withResolvers<void>();
  const stand = await openStand({
    graceMs: 60_000,
    prepare: async (file) => {
      begun.resolve();
      await sleep(50);
      return prepareText(file);
    },
  });
  await stand.upload('one.txt', 'alpha');
  await begun.promise;
  await stand.workers[Symbol.asyncDispose]();
  assert.equal((await stand.catalog.get('one')).status, 'done');
  await stand[Symbol.asyncDispose]();
});

test('a job that outlasts a shutdown returns to the queue, and the attempt does not count', async () => {
  const stopped = await openStand({ prepare: endless, graceMs: 20 });
  await stopped.upload('one.txt', 'alpha');
  await stopped.reaches('one', ['processing']);
  await stopped.workers[Symbol.asyncDispose]();
  const queued = await stopped.catalog.get('one');
  assert.deepEqual([queued.status, queued.attempts, queued.error], ['queued', 0, null]);
  await stopped.close();
  await using stand = await openStand({ folder: stopped.folder });
  assert.equal((await stand.settled('one')).status, 'done');
});

test('a newer version takes over from the one that runs', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let firstStopped = false;
  let attempts = 0;
  await using stand = await openStand({
    prepare: (file, options) => {
      if (++attempts > 1) return prepareText(file);
      options.signal.addEventListener('abort', () => {
        firstStopped = true;
      });
      begin();
      return endless(file, options);
    },
  });
  await stand.upload('one.txt', 'alpha', { docId: 'one' });
  await begun;
  await stand.upload('one.txt', 'beta', { docId: 'one' });
  const done = await stand.settled('one');
  assert.deepEqual([done.status, done.liveVersion, firstStopped], ['done', 2, true]);
  assert.deepEqual((await stand.find('beta')).docIds, ['one']);
  assert.deepEqual((await stand.find('alpha')).docIds, []);
});

test('an ingest that waits for an identical document leaves its worker when it is cancelled', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await using stand = await openStand({
    concurrency: 2,
    prepare: async (file) => {
      if (file.filename === 'one.txt') {
        begin();
        await released;
      }
      return prepareText(file);
    },
  });
  await stand.upload('one.txt', 'alpha');
  await begun;
  await stand.upload('twin.txt', 'alpha');
  await stand.reaches('twin', ['processing']);
  await stand.catalog.remove('twin');
  await stand.upload('other.txt', 'beta');
  assert.equal((await stand.settled('other')).status, 'done');
  assert.equal((await stand.catalog.get('one')).status, 'processing');
  release();
  assert.equal((await stand.settled('one')).status, 'done');
});

test('stage and progress of a long ingest are visible, and a superseded one is stopped', {
  timeout: 120_000,
}, async () => {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<true>();
  await using stand = await openStand({
    prepare: (file, options) => {
      const working = setInterval(() => options.onStage?.('chunking', 0), 50);
      options.signal.addEventListener('abort', () => {
        clearInterval(working);
        stop(true);
      });
      return endless(file, options);
    },
  });
  await stand.upload('one.txt', 'alpha');
  while ((await stand.catalog.get('one')).stage !== 'chunking') await sleep(10);
  assert.equal((await stand.catalog.get('one')).progress, 0.5);
  // Past the catalog, so that nobody tells the worker: its next heartbeat does.
  await stand.documentStore.delete('one', Date.now());
  assert.equal(await stopped, true);
});

test('an ingest runs under the correlation id of the request that brought it', async () => {
  const seen: unknown[] = [];
  await using stand = await openStand({
    prepare: (file) => {
      seen.push(currentCorrelationId());
      return prepareText(file);
    },
  });
  await stand.upload('one.txt', 'alpha');
  await stand.settled('one');
  assert.deepEqual(seen, ['upload of one.txt']);
});

test('at most the given number of documents is ingested at once', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: three, resolve: reachThree } = Promise.withResolvers<void>();
  let working = 0;
  let most = 0;
  await using stand = await openStand({
    concurrency: 3,
    prepare: async (file) => {
      most = Math.max(most, ++working);
      if (working === 3) reachThree();
      await released;
      working--;
      return prepareText(file);
    },
  });
  const docIds = Array.from({ length: 8 }, (_, index) => `d${index}`);
  for (const docId of docIds) await stand.upload(`${docId}.txt`, `text of ${docId}`, { docId });
  await three;
  release();
  for (const docId of docIds) assert.equal((await stand.settled(docId)).status, 'done');
  assert.equal(most, 3);
});

test('a store that fails is asked and logged at intervals', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let asked = 0;
  let logged = 0;
  const fails = async () => {
    throw new RefusedError({ code: 'disk_full', retryAfterSeconds: 60 });
  };
  await using _ = startIngestWorkers({
    documentStore: {
      recover: fails,
      claimJob: () => {
        asked += 1;
        return fails();
      },
    } as unknown as DocumentStore,
    indexDocument: () => assert.fail('there is no job'),
    changes: { notify() {} },
    onFailed: async () => {},
    logger: { ...SILENT, error: () => void logged++ },
    now: () => 0,
    random: () => 0,
    concurrency: 1,
  });
  for (let second = 0; second < 60; second += 1) {
    await nextTurn();
    t.mock.timers.tick(1_000);
  }
  assert.ok(asked >= 6 && asked <= 15, `asked ${asked} times`);
  assert.equal(logged, asked + 1);
});
