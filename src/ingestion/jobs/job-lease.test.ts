import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SILENT } from '../../kernel/silent-logger.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { IngestJob } from '../../ports/ingest-jobs.ts';
import { keepLease, LEASE_MS } from './job-lease.ts';

type Beat = Parameters<DocumentStore['heartbeat']>[1];

/** The job of an uploaded file, or of an address that is still to be downloaded. */
function jobOf(source: 'upload' | 'url'): IngestJob {
  return {
    ...{ jobId: 1, docId: 'one', version: 1, attempts: 1, leaseToken: 'a', kind: 'document', title: null },
    ...{ correlationId: 'c', isForced: false, isTagBound: false },
    source:
      source === 'upload'
        ? { kind: 'upload', filename: 'one.txt' }
        : { kind: 'url', url: 'https://a.example/' },
    original: source === 'upload' ? { contentHash: 'h', bytes: 1, mediaType: 'text/plain' } : null,
  };
}

/** A lease on a clock that the test moves; `renewals` are the store's calls. */
function leaseOf(t: TestContext, job: IngestJob, options: { isOurs?: boolean } = {}) {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] });
  const renewals: Beat[] = [];
  let lost = 0;
  const lease = keepLease(job, {
    documentStore: {
      heartbeat: async (_job, renewal) => {
        renewals.push(renewal);
        return options.isOurs ?? true;
      },
    },
    logger: SILENT,
    now: Date.now,
    onLost: () => {
      lost += 1;
    },
    onWritten: () => {},
  });
  return {
    ...{ lease, renewals, lost: () => lost },
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 500) {
        t.mock.timers.tick(500);
        await nextTurn();
      }
    },
  };
}

for (const [source, stage] of [
  ['upload', 'parsing'],
  ['url', 'downloading'],
] as const) {
  test(`work on ${source === 'url' ? 'a URL' : 'an upload'} keeps its lease before it reports anything`, async (t) => {
    const { lease, renewals, pass } = leaseOf(t, jobOf(source));
    using _ = lease;
    const begunAt = Date.now();
    await pass(LEASE_MS * 2);
    const [first] = renewals;
    assert.ok(first && first.now - begunAt < LEASE_MS, 'it was extended before it ended');
    for (const [at, renewal] of renewals.entries()) {
      assert.deepEqual([renewal.stage, renewal.progress], [stage, 0]);
      if (at > 0) assert.ok(renewal.now < renewals[at - 1]!.now + renewals[at - 1]!.leaseMs);
    }
    assert.ok(renewals.at(-1)!.now + LEASE_MS > Date.now(), 'it is still held');
  });
}

test('progress is written soon, and once', async (t) => {
  const { lease, renewals, pass } = leaseOf(t, jobOf('upload'));
  using _ = lease;
  lease.report('chunking', 0.5);
  await pass(2_000);
  assert.deepEqual(
    renewals.map(({ stage, progress }) => [stage, progress]),
    [['chunking', 0.5]],
  );
});

test('a lost lease is reported once, and no longer extended', async (t) => {
  const { lease, renewals, lost, pass } = leaseOf(t, jobOf('upload'), { isOurs: false });
  using _ = lease;
  lease.report('chunking', 0.5);
  await pass(LEASE_MS);
  assert.deepEqual([renewals.length, lost()], [1, 1]);
});

test('a disposed lease is not extended', async (t) => {
  const { lease, renewals, pass } = leaseOf(t, jobOf('upload'));
  lease[Symbol.dispose]();
  await pass(LEASE_MS);
  assert.equal(renewals.length, 0);
});
