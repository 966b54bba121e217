import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStand } from '../../../test/ingestion-stand.ts';

/** A stand whose index refuses every change of `refused` as often as `times` says. */
async function openRefusing(times: number) {
  const refusals = { left: times, seen: 0 };
  const stand = await openStand({
    refuseIndexing: () => {
      if (refusals.left <= 0) return;
      refusals.left -= 1;
      refusals.seen += 1;
      throw new Error('The index is out of memory');
    },
  });
  return { stand, refusals };
}

test('a document that the index rejected is retried, and is done only when it is indexed', async () => {
  const { stand, refusals } = await openRefusing(2);
  await using _ = stand;
  await stand.upload('one.txt', 'alpha');
  const shown: string[] = [];
  for await (const record of stand.catalog.follow('one', { signal: AbortSignal.timeout(60_000) })) {
    shown.push(`${record.status} ${record.stage}`);
    if (record.status === 'done') assert.equal(refusals.left, 0);
  }
  assert.equal(shown.at(-1), 'done null');
  assert.ok(shown.includes('queued null'), `${shown}`);
  assert.deepEqual(await stand.find('alpha'), { docIds: ['one'], texts: ['alpha'] });
});

test('a new version that the index rejected replaces the previous one when it is indexed', async () => {
  const { stand, refusals } = await openRefusing(0);
  await using _ = stand;
  await stand.upload('one.txt', 'alpha', { docId: 'one' });
  await stand.settled('one');
  refusals.left = 2;
  await stand.upload('one.txt', 'beta', { docId: 'one' });
  await stand.settled('one');
  assert.equal(refusals.seen, 2);
  assert.deepEqual((await stand.find('alpha')).docIds, []);
  assert.deepEqual((await stand.find('beta')).texts, ['beta']);
});

test('a document that the index always rejects fails with a reason, and a retry succeeds later', async () => {
  const { stand, refusals } = await openRefusing(Number.POSITIVE_INFINITY);
  await using _ = stand;
  await stand.upload('one.txt', 'alpha');
  const failed = await stand.settled('one');
  assert.deepEqual(
    [failed.status, failed.error?.code, failed.liveVersion],
    ['failed', 'internal_error', null],
  );
  assert.match(failed.error!.message, /search index/);
  assert.doesNotMatch(failed.error!.message, /memory/);
  for (let waited = 0; (await stand.files()).length !== 2; waited += 2) {
    assert.ok(waited < 60_000, 'the original stays, and its manifest');
    await sleep(2);
  }
  refusals.left = 0;
  await stand.catalog.retry('one', { correlationId: 'again' });
  assert.equal((await stand.settled('one')).status, 'done');
  assert.deepEqual((await stand.find('alpha')).docIds, ['one']);
});

test('content that the index never accepts under one id is ingested under another', async () => {
  let isOneRefused = false;
  await using stand = await openStand({
    refuseIndexing: (docId) => {
      if (isOneRefused && docId === 'one') throw new Error('The index does not like it');
    },
  });
  isOneRefused = true;
  await stand.upload('one.txt', 'alpha');
  await stand.upload('two.txt', 'alpha');
  assert.equal((await stand.settled('two')).status, 'done');
  assert.deepEqual((await stand.find('alpha')).docIds, ['two']);
});

test('a document that was removed while the index failed leaves it as soon as it can', async () => {
  const { stand, refusals } = await openRefusing(0);
  await using _ = stand;
  await stand.upload('one.txt', 'alpha');
  await stand.settled('one');
  refusals.left = 3;
  await stand.catalog.remove('one');
  assert.deepEqual((await stand.find('alpha')).texts, [], 'it is gone from the store at once');
  for (let waited = 0; (await stand.indexed('alpha')).length > 0; waited += 2) {
    assert.ok(waited < 60_000, 'the index must let go of it');
    await sleep(2);
  }
  assert.equal(refusals.left, 0);
});

test('a document that is removed while it waits for the index does not come back', async () => {
  const { stand, refusals } = await openRefusing(2);
  await using _ = stand;
  await stand.upload('one.txt', 'alpha');
  while (refusals.seen === 0) await sleep(1);
  await stand.catalog.remove('one');
  await sleep(60);
  assert.deepEqual((await stand.find('alpha')).docIds, []);
  await assert.rejects(stand.catalog.get('one'), /document_not_found/);
});
