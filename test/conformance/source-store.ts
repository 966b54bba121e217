import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { SourceResult, SourceSettings, SourceStore } from '../../src/ports/source-store.ts';
import { assertUnavailable, type OpenStore, type SuiteOptions, storeChecks } from './store-checks.ts';

const NOW = 1_700_000_000_000;
const MANY = { sourcesMax: 100 };
const SETTINGS: SourceSettings = {
  name: 'Handbook',
  kind: 'folder',
  location: '/srv/handbook',
  branch: null,
  include: ['**/*.md'],
  tags: ['hr', 'Größe “x”'],
  intervalMs: 60_000,
};
const RESULT: SourceResult = {
  ...{ added: 1, changed: 2, unchanged: 3, deleted: 4, failed: 1, revision: 'abc' },
  ...{ selection: '["/srv/handbook"]', tags: ['hr'] },
  error: { code: 'document_failed', message: 'a.md: It is empty.' },
};

function newSource(sourceId: string, dueAt = NOW) {
  return { sourceId, settings: SETTINGS, createdAt: NOW, dueAt };
}

const idsOf = (sources: readonly { readonly sourceId: string }[]) => sources.map(({ sourceId }) => sourceId);

/** The contract of every source store. `open` opens the store of a folder, possibly twice in a row. */
export function sourceStoreConformance(
  name: string,
  open: OpenStore<SourceStore>,
  options: SuiteOptions = {},
): void {
  const check = storeChecks(open);

  describe(`${name} is a SourceStore`, options, () => {
    check('a source is stored with its settings, and is there after a restart', async (store, reopen) => {
      const added = await store.add(newSource('handbook'), MANY);
      assert.deepEqual(added, {
        ...newSource('handbook'),
        ...{ sequence: added!.sequence, startedAt: null, endedAt: null, result: null },
        ...{ wouldDelete: 0, mayDelete: 0, isPaused: false, isRemoved: false, documents: 0 },
      });
      assert.deepEqual(await (await reopen()).get('handbook'), added);
      assert.equal(await store.get('other').catch(() => undefined), undefined);
    });

    check('an id is taken once, and there are no more sources than there may be', async (store) => {
      assert.ok(await store.add(newSource('a'), { sourcesMax: 2 }));
      assert.equal(await store.add(newSource('a'), { sourcesMax: 2 }), undefined);
      assert.ok(await store.add(newSource('b'), { sourcesMax: 2 }));
      assert.equal(await store.add(newSource('c'), { sourcesMax: 2 }), undefined);
      assert.equal(await store.count(), 2);
    });

    check('sources are listed newest first, page by page', async (store) => {
      for (const id of ['a', 'b', 'c']) await store.add(newSource(id), MANY);
      const page = await store.list({ limit: 2 });
      assert.deepEqual(idsOf(page), ['c', 'b']);
      const rest = await store.list({ limit: 2, before: page.at(-1)!.sequence });
      assert.deepEqual(idsOf(rest), ['a']);
    });

    check('the source that waits longest is due first, and none before its time', async (store) => {
      await store.add(newSource('late', NOW + 5), MANY);
      await store.add(newSource('early', NOW), MANY);
      assert.equal(await store.due(NOW - 1), undefined);
      assert.equal((await store.due(NOW + 9))?.sourceId, 'early');
      await store.begin('early', NOW + 9);
      assert.equal((await store.due(NOW + 9))?.sourceId, 'late');
    });

    check('a run that ends records its result, and when the next one is due', async (store) => {
      await store.add(newSource('a'), MANY);
      await store.begin('a', NOW + 1);
      const running = await store.get('a');
      assert.deepEqual([running?.startedAt, running?.endedAt, running?.dueAt], [NOW + 1, null, null]);
      await store.end('a', { now: NOW + 2, dueAt: NOW + 60, result: RESULT, wouldDelete: 7 });
      const ended = await store.get('a');
      assert.deepEqual([ended?.endedAt, ended?.dueAt, ended?.wouldDelete], [NOW + 2, NOW + 60, 7]);
      assert.deepEqual(ended?.result, RESULT);
    });

    check('a request during a run is followed by another run', async (store) => {
      await store.add(newSource('a'), MANY);
      await store.begin('a', NOW + 1);
      await store.request('a', { now: NOW + 2, isConfirmed: false, isRemoved: false });
      await store.end('a', { now: NOW + 3, dueAt: null, result: RESULT, wouldDelete: 0 });
      assert.equal((await store.due(NOW + 3))?.sourceId, 'a');
    });

    check('a confirmation lets one run delete as many as the last one would have', async (store) => {
      await store.add(newSource('a'), MANY);
      await store.begin('a', NOW);
      await store.end('a', { now: NOW, dueAt: null, result: RESULT, wouldDelete: 7 });
      const confirmed = await store.request('a', { now: NOW + 1, isConfirmed: true, isRemoved: false });
      assert.deepEqual([confirmed?.mayDelete, confirmed?.wouldDelete, confirmed?.dueAt], [7, 0, NOW + 1]);
      await store.begin('a', NOW + 2);
      assert.equal((await store.get('a'))?.mayDelete, 0);
      assert.equal(await store.request('none', { now: NOW, isConfirmed: true, isRemoved: false }), undefined);
    });

    check('a change replaces the settings that it was made of, and is followed by a run', async (store) => {
      await store.add(newSource('a', NOW + 60), MANY);
      const to = { ...SETTINGS, tags: ['it'] };
      const changed = await store.change('a', { from: SETTINGS, to, isPaused: false, now: NOW });
      assert.deepEqual([changed?.settings, changed?.dueAt], [to, NOW]);
      const late = { from: SETTINGS, to: SETTINGS, isPaused: false, now: NOW };
      assert.equal(await store.change('a', late), undefined);
      assert.equal(await store.change('none', late), undefined);
      await store.request('a', { now: NOW, isConfirmed: false, isRemoved: true });
      assert.equal(await store.change('a', { ...late, from: to }), undefined);
    });

    check('a paused source is due only on request', async (store) => {
      await store.add(newSource('a'), MANY);
      const paused = { from: SETTINGS, to: SETTINGS, isPaused: true, now: NOW };
      assert.deepEqual((await store.change('a', paused))?.dueAt, null);
      await store.request('a', { now: NOW + 1, isConfirmed: false, isRemoved: false });
      assert.equal((await store.due(NOW + 1))?.isPaused, true);
      await store.begin('a', NOW + 1);
      await store.end('a', { now: NOW + 2, dueAt: NOW + 60, result: RESULT, wouldDelete: 0 });
      assert.equal((await store.get('a'))?.dueAt, null);
      const resumed = await store.change('a', { ...paused, isPaused: false, now: NOW + 3 });
      assert.deepEqual([resumed?.isPaused, resumed?.dueAt], [false, NOW + 3]);
    });

    check('a run whose process has ended is due again', async (store, reopen) => {
      for (const id of ['killed', 'ended']) {
        await store.add(newSource(id), MANY);
        await store.begin(id, NOW);
      }
      await store.end('ended', { now: NOW, dueAt: null, result: RESULT, wouldDelete: 0 });
      const again = await reopen();
      assert.equal(await again.due(NOW + 9), undefined);
      await again.recover(NOW + 5);
      assert.equal((await again.due(NOW + 9))?.sourceId, 'killed');
      assert.equal((await again.get('ended'))?.dueAt, null);
    });

    check('documents are stored once under their key, counted, and listed by key', async (store) => {
      await store.add(newSource('a'), MANY);
      await store.add(newSource('b'), MANY);
      const document = { key: 'x', docId: 'x-1', mark: 'm', contentHash: 'h' };
      for (const key of ['é', 'b', 'B', 'a'])
        await store.putDocument('a', { ...document, key, docId: `d-${key}` });
      await store.putDocument('a', { ...document, key: 'b', docId: 'd-b', mark: 'n' });
      await store.putDocument('b', document);
      const page = await store.documents('a', { limit: 2 });
      assert.deepEqual(
        page.map(({ key }) => key),
        ['B', 'a'],
      );
      const rest = await store.documents('a', { limit: 9, after: 'a' });
      assert.deepEqual(
        rest.map(({ key, mark }) => [key, mark]),
        [
          ['b', 'n'],
          ['é', 'm'],
        ],
      );
      assert.equal((await store.get('a'))?.documents, 4);
      await store.removeDocument('a', 'b');
      assert.equal((await store.get('a'))?.documents, 3);
    });

    check('a removed source is gone with its list of documents', async (store) => {
      await store.add(newSource('a'), MANY);
      await store.putDocument('a', { key: 'k', docId: 'd', mark: 'm', contentHash: 'h' });
      const asked = await store.request('a', { now: NOW, isConfirmed: false, isRemoved: true });
      assert.equal(asked?.isRemoved, true);
      assert.equal(await store.remove('a'), true);
      assert.equal(await store.remove('a'), false);
      assert.deepEqual([await store.get('a'), await store.count()], [undefined, 0]);
      await store.add(newSource('a'), MANY);
      assert.deepEqual(await store.documents('a', { limit: 9 }), []);
    });

    check('a store that is open can be reached; one that was closed refuses all', async (store) => {
      await store.ping(AbortSignal.timeout(60_000));
      await store[Symbol.asyncDispose]();
      await assertUnavailable(
        () => store.get('a'),
        () => store.add(newSource('a'), MANY),
        () => store.ping(AbortSignal.timeout(60_000)),
      );
    });
  });
}
