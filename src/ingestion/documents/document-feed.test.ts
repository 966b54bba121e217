import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStand } from '../../../test/ingestion-stand.ts';
import { RefusedError } from '../../errors.ts';
import type { DocumentRecord } from '../../ports/document.ts';
import { createDocumentChanges } from './document-changes.ts';
import { createDocumentFeed, type DocumentEvent } from './document-feed.ts';

const inTime = () => AbortSignal.timeout(60_000);

test('all documents are followed: how many there are, what changes, what is deleted', async () => {
  await using stand = await openStand();
  await stand.upload('old.txt', 'alpha');
  await stand.settled('old');
  const events = stand.feed.follow({ signal: inTime() })[Symbol.asyncIterator]();
  /** Reads until all of these have arrived, in any order. */
  const tellsOf = async (...wanted: string[]) => {
    const awaited = new Set(wanted);
    while (awaited.size > 0) awaited.delete(shown((await events.next()).value as DocumentEvent));
  };
  await tellsOf('counts done 1');
  await stand.upload('new.txt', 'beta');
  await tellsOf('document new done', 'counts done 2');
  await stand.catalog.remove('old');
  await tellsOf('deleted old', 'counts done 1');
});

test('a slow reader gets each document once, in its present state', async () => {
  const { changes, feed, records } = bench();
  const events = feed.follow({ signal: inTime() })[Symbol.asyncIterator]();
  await events.next();
  for (let i = 0; i < 50; i++) {
    records.set('a', i);
    changes.notify('a');
    changes.notify('b');
  }
  const told = [await events.next(), await events.next()].map(({ value }) => shown(value as DocumentEvent));
  assert.deepEqual(told, ['document a 49', 'deleted b']);
});

test('a follower that falls too far behind gets `missed`, and then continues', async () => {
  const { changes, feed, records } = bench({ pendingMax: 10 });
  const events = feed.follow({ signal: inTime() })[Symbol.asyncIterator]();
  await events.next();
  for (let i = 0; i < 1_000; i++) changes.notify(`d${i}`);
  assert.deepEqual((await events.next()).value, { type: 'missed' });
  records.set('a', 1);
  changes.notify('a');
  assert.equal(shown((await events.next()).value as DocumentEvent), 'document a 1');
});

test('the number of followers is bounded, and one that leaves makes room', async () => {
  const { feed } = bench({ followersOfAllMax: 1 });
  const follow = () => feed.follow({ signal: inTime() })[Symbol.asyncIterator]();
  const first = follow();
  await first.next();
  await assert.rejects(
    follow().next(),
    (error) => error instanceof RefusedError && error.refusal.code === 'too_many_followers',
  );
  await first.return?.();
  await follow().next();
});

/** A feed of records that are versions by id. */
function bench(limits: Parameters<typeof createDocumentChanges>[0] = {}) {
  const changes = createDocumentChanges(limits);
  const records = new Map<string, number>();
  const feed = createDocumentFeed({
    documentStore: {
      getMany: async (docIds) =>
        docIds
          .filter((docId) => records.has(docId))
          .map((docId) => ({ docId, status: records.get(docId) }) as unknown as DocumentRecord),
      statusCounts: async () => ({ queued: 0, processing: 0, done: 0, skipped: 0, failed: 0 }),
    },
    changes,
    pauseMs: 1,
  });
  return { changes, feed, records };
}

function shown(event: DocumentEvent): string {
  switch (event.type) {
    case 'counts':
      return `counts done ${event.counts.done}`;
    case 'document':
      return `document ${event.record.docId} ${event.record.status}`;
    case 'deleted':
      return `deleted ${event.docId}`;
    case 'missed':
      return 'missed';
  }
}
