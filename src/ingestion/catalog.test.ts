import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { openStand, prepareText } from '../../test/ingestion-stand.ts';
import { until } from '../../test/until.ts';
import { originalPath } from '../adapters/files/original-files.ts';
import { IngestFailure, RefusedError } from '../errors.ts';
import type { DocumentRecord } from '../ports/document.ts';

function refusedAs(code: string) {
  return (error: unknown) => error instanceof RefusedError && error.refusal.code === code;
}

test('a refused upload leaves nothing behind', async () => {
  await using stand = await openStand();
  await assert.rejects(stand.upload('empty.md', ''), refusedAs('empty_file'));
  await assert.rejects(stand.upload('tool.exe', 'MZ'), refusedAs('unsupported_file_type'));
  await assert.rejects(stand.upload('claims.pdf', 'no header'), refusedAs('unsupported_file_type'));
  await assert.rejects(
    stand.catalog.acceptUrl({ url: 'http://forbidden.example/a.md', mayReplace: true, correlationId: 'c' }),
    refusedAs('url_not_allowed'),
  );
  assert.deepEqual(await stand.files(), []);
  assert.equal((await stand.catalog.list({}, { limit: 1 })).total, 0);
});

test('a full queue refuses uploads and URLs until there is room', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await using stand = await openStand({
    queueMax: 2,
    prepare: async (file) => {
      await released;
      return prepareText(file);
    },
  });
  await stand.upload('one.md', 'one');
  await stand.upload('two.md', 'two');
  await assert.rejects(stand.upload('three.md', 'three'), refusedAs('queue_full'));
  await assert.rejects(
    stand.catalog.acceptUrl({ url: 'https://docs.example.com/', mayReplace: true, correlationId: 'c' }),
    refusedAs('queue_full'),
  );
  assert.equal((await stand.files()).length, 4);
  release();
  await stand.settled('one');
  await stand.settled('two');
  await stand.upload('three.md', 'three');
});

test('documents that a reindex queued do not count towards the limit of the queue', async () => {
  await using stand = await openStand({ queueMax: 2, concurrency: 1 });
  for (const docId of ['one', 'two', 'three']) {
    await stand.upload(`${docId}.md`, docId);
    await stand.settled(docId);
  }
  // Due later, so that they stay queued.
  const now = Date.now() + 60_000;
  await stand.documentStore.requeueLive({ after: 0, limit: 9, correlationId: 'again', now });
  assert.equal((await stand.documentStore.statusCounts()).queued, 3);
  assert.equal((await stand.upload('four.md', 'four')).docId, 'four');
});

test('the folders of a file name are dropped, and ids of one name are made unique', async () => {
  await using stand = await openStand();
  const first = await stand.upload('../../etc/notes.txt', 'alpha');
  const second = await stand.upload('C:\\notes.txt', 'beta');
  assert.deepEqual([first.docId, second.docId], ['notes', 'notes-2']);
  assert.deepEqual(first.source, { kind: 'upload', filename: 'notes.txt' });
});

test('a client that may only add documents cannot replace one, and a refused upload leaves nothing behind', async () => {
  await using stand = await openStand();
  const adding = { mayReplace: false };
  await stand.upload('notes.txt', 'alpha', { docId: 'notes', ...adding });
  const done = await stand.settled('notes');
  const files = await stand.files();
  await assert.rejects(
    stand.upload('notes.txt', 'beta', { docId: 'notes', ...adding }),
    refusedAs('invalid_api_key'),
  );
  await assert.rejects(
    stand.catalog.acceptUrl({
      ...{ url: 'https://docs.example.com/', docId: 'notes', correlationId: 'c', ...adding },
    }),
    refusedAs('invalid_api_key'),
  );
  assert.deepEqual(await stand.catalog.get('notes'), done);
  assert.deepEqual(await stand.files(), files);

  // A derived id moves aside, even for the same content, so that title and tags stay as well.
  const same = await stand.upload('notes.txt', 'alpha', { title: 'Mine', tags: ['mine'], ...adding });
  assert.equal(same.docId, 'notes-2');
  assert.deepEqual((await stand.settled('notes-2')).duplicateOf, 'notes');
  assert.deepEqual(await stand.catalog.get('notes'), done);
});

test('of uploads at the same time under a new id, one adds it and the others replace nothing', async () => {
  await using stand = await openStand();
  const uploads = await Promise.allSettled(
    ['alpha', 'beta', 'gamma'].map((text) =>
      stand.upload('notes.txt', text, { docId: 'notes', mayReplace: false }),
    ),
  );
  const added = uploads.filter((upload) => upload.status === 'fulfilled');
  assert.equal(added.length, 1);
  for (const upload of uploads)
    if (upload.status === 'rejected') assert.ok(refusedAs('invalid_api_key')(upload.reason));
  const { version, contentHash } = await stand.settled('notes');
  assert.deepEqual([version, contentHash], [1, added[0]!.value.contentHash]);
});

test('unchanged content is skipped, and still answers', async () => {
  await using stand = await openStand();
  await stand.upload('notes.txt', 'alpha');
  await stand.settled('notes');
  const again = await stand.upload('notes.txt', 'alpha');
  assert.deepEqual([again.docId, again.version], ['notes', 2]);
  const skipped = await stand.settled('notes');
  assert.deepEqual([skipped.status, skipped.duplicateOf, skipped.liveVersion], ['skipped', 'notes', 1]);
  assert.deepEqual((await stand.find('alpha')).docIds, ['notes']);
});

test('the same content with a new title is indexed again, and new tags apply at once', async () => {
  await using stand = await openStand();
  await stand.upload('notes.txt', 'alpha', { docId: 'notes', title: 'Gardening' });
  await stand.settled('notes');
  await stand.upload('notes.txt', 'alpha', { docId: 'notes', title: 'Baking' });
  const done = await stand.settled('notes');
  assert.deepEqual([done.status, done.title, done.liveVersion], ['done', 'Baking', 2]);
  assert.deepEqual((await stand.find('baking')).docIds, ['notes']);
  assert.deepEqual((await stand.find('gardening')).docIds, []);

  await stand.upload('notes.txt', 'alpha', { docId: 'notes', title: 'Baking', tags: ['food'] });
  const tagged = await stand.settled('notes');
  assert.deepEqual([tagged.status, tagged.title, tagged.tags], ['skipped', 'Baking', ['food']]);
  assert.deepEqual(await stand.documentStore.docIdsWithTags(['food']), new Set(['notes']));
});

test('a duplicate is skipped, and takes the place of its original document when that one is removed', async () => {
  await using stand = await openStand();
  await stand.upload('one.txt', 'alpha');
  await stand.settled('one');
  await stand.upload('two.txt', 'alpha');
  const skipped = await stand.settled('two');
  assert.deepEqual([skipped.status, skipped.duplicateOf], ['skipped', 'one']);
  await stand.catalog.remove('one');
  assert.equal((await stand.settled('two')).status, 'done');
  assert.deepEqual((await stand.find('alpha')).docIds, ['two']);
});

test('duplicates that are uploaded together are found once', async () => {
  await using stand = await openStand();
  await Promise.all([stand.upload('one.txt', 'alpha'), stand.upload('two.txt', 'alpha')]);
  const statuses = [await stand.settled('one'), await stand.settled('two')].map(({ status }) => status);
  assert.deepEqual(statuses.sort(), ['done', 'skipped']);
  assert.equal((await stand.find('alpha')).docIds.length, 1);
});

test('a document whose new content duplicates another one is still replaced', async () => {
  await using stand = await openStand();
  await stand.upload('one.txt', 'alpha', { docId: 'one' });
  await stand.upload('two.txt', 'beta', { docId: 'two' });
  await stand.settled('one');
  await stand.settled('two');
  await stand.upload('two.txt', 'alpha', { docId: 'two' });
  assert.equal((await stand.settled('two')).status, 'done');
  assert.deepEqual((await stand.find('beta')).docIds, []);
  assert.deepEqual((await stand.find('alpha')).docIds, ['one', 'two']);
});

test('unchanged content is skipped even if another document has it, too', async () => {
  await using stand = await openStand();
  await stand.upload('one.txt', 'alpha', { docId: 'one' });
  await stand.settled('one');
  for (const text of ['beta', 'alpha']) {
    await stand.upload('two.txt', text, { docId: 'two' });
    await stand.settled('two');
  }
  await stand.upload('two.txt', 'alpha', { docId: 'two' });
  const { status, duplicateOf, liveVersion } = await stand.settled('two');
  assert.deepEqual([status, duplicateOf, liveVersion], ['skipped', 'two', 2]);
});

test('a removed document is gone from search, list, status and disk', async () => {
  await using stand = await openStand();
  await stand.upload('one.txt', 'alpha');
  await stand.upload('two.txt', 'beta');
  await stand.settled('one');
  await stand.settled('two');
  await stand.catalog.remove('one');
  assert.deepEqual((await stand.find('alpha')).docIds, []);
  await assert.rejects(stand.catalog.get('one'), refusedAs('document_not_found'));
  await assert.rejects(stand.catalog.remove('one'), refusedAs('document_not_found'));
  assert.equal((await stand.catalog.list({}, { limit: 10 })).total, 1);
  const { contentHash } = await stand.catalog.get('two');
  assert.deepEqual(await stand.files(), [contentHash, 'manifest of two']);
});

test('content that is uploaded while its last document is removed keeps its original', async () => {
  await using stand = await openStand();
  await stand.upload('one.txt', 'alpha', { docId: 'one' });
  await stand.settled('one');
  const { promise: removing, resolve: isRemoving } = Promise.withResolvers<void>();
  const { promise: uploaded, resolve: upload } = Promise.withResolvers<void>();
  const { searchIndex } = stand;
  const remove = searchIndex.remove.bind(searchIndex);
  searchIndex.remove = async (...removed) => {
    isRemoving();
    await uploaded;
    return remove(...removed);
  };
  const removal = stand.catalog.remove('one');
  await removing;
  const { contentHash } = await stand.upload('two.txt', 'alpha', { docId: 'two' });
  assert.equal((await stand.settled('two')).status, 'done');
  upload();
  await removal;
  assert.deepEqual(await stand.files(), [contentHash, 'manifest of two']);
});

test('a failed or skipped document can be retried, others cannot', async () => {
  let isBroken = true;
  await using stand = await openStand({
    prepare: async (file) => {
      if (isBroken) throw new IngestFailure('damaged_file', 'It is damaged.');
      return prepareText(file);
    },
  });
  await stand.upload('one.txt', 'alpha');
  assert.equal((await stand.settled('one')).status, 'failed');
  isBroken = false;
  const queued = await stand.catalog.retry('one', { correlationId: 'again' });
  assert.deepEqual([queued.status, queued.version, queued.error], ['queued', 1, null]);
  const done = await stand.settled('one');
  assert.deepEqual([done.status, done.attempts], ['done', 1]);
  assert.deepEqual((await stand.find('alpha')).docIds, ['one']);
  const retry = (docId: string) => stand.catalog.retry(docId, { correlationId: 'again' });
  await assert.rejects(retry('one'), refusedAs('ingest_not_failed'));
  await assert.rejects(retry('two'), refusedAs('document_not_found'));
});

test('the original of a replaced version is removed as soon as the new one answers', async () => {
  await using stand = await openStand();
  await stand.upload('one.txt', 'alpha', { docId: 'one' });
  await stand.settled('one');
  await stand.upload('one.txt', 'beta', { docId: 'one' });
  const { contentHash } = await stand.settled('one');
  await stand.workers[Symbol.asyncDispose]();
  assert.deepEqual(await stand.files(), [contentHash, 'manifest of one']);
});

test('an original that another document has in common stays', async () => {
  await using stand = await openStand();
  for (const docId of ['one', 'two']) {
    await stand.upload('same.txt', 'alpha', { docId });
    await stand.settled(docId);
  }
  await stand.upload('one.txt', 'beta', { docId: 'one' });
  await stand.settled('one');
  assert.equal((await stand.settled('two')).status, 'done');
  await stand.workers[Symbol.asyncDispose]();
  assert.equal((await stand.files()).length, 4);
});

test('an ingest can be followed from queue to end', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await using stand = await openStand({
    prepare: async (file, { onStage }) => {
      onStage?.('chunking', 0);
      await released;
      return prepareText(file);
    },
  });
  await stand.upload('one.txt', 'alpha');
  const seen: string[] = [];
  for await (const { status, stage } of stand.catalog.follow('one', {
    signal: AbortSignal.timeout(60_000),
  })) {
    seen.push(`${status} ${stage}`);
    if (stage === 'chunking') release();
  }
  assert.equal(seen.at(-1), 'done null');
  assert.ok(seen.includes('processing chunking'), seen.join());
});

test('a follower of a removed document gets an error', async () => {
  await using stand = await openStand({ concurrency: 0 });
  await stand.upload('one.txt', 'alpha');
  const records = stand.catalog
    .follow('one', { signal: AbortSignal.timeout(60_000) })
    [Symbol.asyncIterator]();
  assert.equal((await records.next()).value?.status, 'queued');
  const told = assert.rejects(records.next(), refusedAs('document_not_found'));
  await stand.catalog.remove('one');
  await told;
});

test('an upload that the store does not take leaves no original behind', async () => {
  await using stand = await openStand();
  using disk = new DatabaseSync(join(stand.folder, 'documents.db'));
  disk.exec("CREATE TRIGGER fails BEFORE INSERT ON jobs BEGIN SELECT RAISE(ABORT, 'It fails.'); END");
  await assert.rejects(stand.upload('refused.txt', 'alpha'));
  disk.exec('DROP TRIGGER fails');
  const { contentHash } = await stand.upload('taken.txt', 'beta');
  await stand.settled('taken');
  assert.deepEqual(await stand.files(), [contentHash, 'manifest of taken']);
});

test('the manifest of an upload is beside its original when it is accepted, and follows its versions', async () => {
  let isBroken = false;
  await using stand = await openStand({
    prepare: async (file) => {
      if (isBroken) throw new IngestFailure('damaged_file', 'It is damaged.');
      return prepareText(file);
    },
  });
  const read = async ({ docId, contentHash }: DocumentRecord) => {
    const manifest = await stand.manifests.read({ docId, contentHash: contentHash! });
    return manifest && [manifest.version, manifest.title, manifest.tags, manifest.source, manifest.isFailed];
  };
  const source = { kind: 'upload', filename: 'one.txt' };
  const first = await stand.upload('one.txt', 'alpha', { docId: 'one', title: 'Title', tags: ['t'] });
  assert.deepEqual(await read(first), [1, 'Title', ['t'], source, false]);
  await stand.settled('one');

  isBroken = true;
  const second = await stand.upload('one.txt', 'beta', { docId: 'one' });
  assert.deepEqual(await read(second), [2, 'Title', ['t'], source, false]);
  assert.equal((await stand.settled('one')).status, 'failed');
  await until(async () => (await read(second))?.at(-1) === true);
  assert.deepEqual(await read(first), [1, 'Title', ['t'], source, false]);

  isBroken = false;
  await stand.upload('one.txt', 'beta', { docId: 'one', tags: ['u'] });
  await stand.settled('one');
  await until(async () => (await read(first)) === undefined);
  assert.deepEqual(await read(second), [3, 'Title', ['u'], source, false]);
  await stand.catalog.describe('one', { title: 'Renamed', tags: ['v'] });
  assert.deepEqual(await read(second), [3, 'Renamed', ['v'], source, false]);
});

test('approved answers have manifests, and are deleted with their source, files included', async () => {
  await using stand = await openStand();
  await stand.upload('one.txt', 'alpha');
  await stand.settled('one');
  await using staged = await stand.originals.receive(Readable.from([Buffer.from('Alpha it is.')]), {
    limitBytes: 100,
  });
  const { docId, contentHash } = await stand.catalog.acceptAnswer({
    ...{ docId: 'answer-1', entryId: 'entry-1', question: 'Which one?', tags: [], correlationId: 'c' },
    ...{ staged, restsOn: ['one'] },
  });
  const { kind, title, source } = (await stand.manifests.read({ docId, contentHash: contentHash! }))!;
  assert.deepEqual(
    [kind, title, source],
    ['approved_answer', 'Which one?', { kind: 'review', entryId: 'entry-1', filename: 'answer-1.txt' }],
  );
  await stand.settled(docId);
  await staged[Symbol.asyncDispose]();
  await stand.catalog.remove('one');
  assert.deepEqual(await stand.files(), []);
});

test('an upload whose manifest cannot be written is refused, and accepted once it can', async () => {
  await using stand = await openStand();
  const original = originalPath(stand.folder, hash('sha256', 'alpha'));
  const inTheWay = `${original}.${Buffer.from('one').toString('base64url')}.${hash('sha256', 'one').slice(0, 8)}.json`;
  mkdirSync(inTheWay, { recursive: true });
  await assert.rejects(stand.upload('one.txt', 'alpha'), refusedAs('store_unavailable'));
  rmdirSync(inTheWay);
  const { docId } = await stand.upload('one.txt', 'alpha');
  assert.equal(docId, 'one');
  await stand.settled('one');
  assert.equal((await stand.files()).length, 2);
});

test('a deletion is recorded with who asked for it; the withdrawal of an answer and an unknown document are not', async () => {
  await using stand = await openStand();
  await stand.upload('one.txt', 'alpha');
  await stand.upload('two.txt', 'beta');
  await stand.catalog.remove('one', { actor: 'ada' });
  await stand.catalog.remove('two');
  await assert.rejects(stand.catalog.remove('one', { actor: 'ada' }), refusedAs('document_not_found'));
  assert.deepEqual(
    stand.audited.map(({ actor, action, subject }) => [actor, action, subject]),
    [['ada', 'document.deleted', 'one']],
  );
});
