import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { until } from '../../../test/until.ts';
import { openOriginalFiles, originalPath } from '../../adapters/files/original-files.ts';
import { openManifestFiles } from '../../adapters/files/original-manifests.ts';
import { openSqliteDocumentStore } from '../../adapters/sqlite/documents/document-store.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import type { Logger } from '../../ports/logger.ts';
import { startDescribing, sweepOriginals } from './original-sweep.ts';
import { createOriginalUpkeep } from './original-upkeep.ts';

const NOW = 1_700_000_000_000;
const HOUR_MS = 3_600_000;

async function openStores(t: TestContext) {
  const folder = temporaryFolder();
  const documentStore = openSqliteDocumentStore(join(folder, 'docent.db'));
  t.after(() => documentStore[Symbol.asyncDispose]());
  const originals = await openOriginalFiles(folder);
  const manifests = openManifestFiles(folder);
  const warnings: string[] = [];
  const logger: Logger = { ...SILENT, warn: (message) => warnings.push(message) };
  const originalUpkeep = createOriginalUpkeep({ documentStore, originals, manifests, logger });

  async function store(text: string) {
    await using staged = await originals.receive(bytesOf(text), { limitBytes: 1_000 });
    await staged.keep();
    return staged.contentHash;
  }
  return {
    ...{ documentStore, originals, manifests, originalUpkeep, logger, warnings, store },
    isStored: (contentHash: string) => existsSync(originalPath(folder, contentHash)),
    /** As of a start at this hour. */
    sweep: (hour: number, parts: Partial<Parameters<typeof sweepOriginals>[0]> = {}) => {
      const now = () => NOW + hour * HOUR_MS;
      return sweepOriginals({ documentStore, originalUpkeep, manifests, logger, now, ...parts });
    },
    async upload(docId: string, text: string) {
      const contentHash = await store(text);
      await documentStore.accept({
        ...{ docId, whenTaken: 'replace', kind: 'document', title: null, tags: [], correlationId: '-' },
        source: { kind: 'upload', filename: `${docId}.txt` },
        original: { contentHash, bytes: text.length, mediaType: 'text/plain' },
        now: NOW,
      });
      return contentHash;
    },
  };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

test('what a crash left without a document is removed by a start that comes a day after one that found it', async (t) => {
  const { store, sweep, isStored, warnings } = await openStores(t);
  const left = await store('never accepted');
  for (const hour of [0, 1, 23]) {
    await sweep(hour);
    assert.equal(isStored(left), true);
  }
  await sweep(24);
  assert.equal(isStored(left), false);
  assert.deepEqual(warnings, []);
});

test('what was found without a document stays when one comes to name it', async (t) => {
  const { store, upload, sweep, isStored, documentStore } = await openStores(t);
  const hash = await store('sent again');
  await sweep(0);
  await upload('a', 'sent again');
  await sweep(24);
  assert.equal(isStored(hash), true);
  assert.deepEqual(await documentStore.releasedOriginals(), []);
});

test('what a document released just before a crash loses its manifest at once, and its original after a day', async (t) => {
  const { upload, sweep, isStored, documentStore, manifests, originalUpkeep } = await openStores(t);
  const contentHash = await upload('a', 'deleted');
  const shared = await upload('b', 'shared');
  await upload('c', 'shared');
  for (const docId of ['a', 'b', 'c']) await originalUpkeep.describe(docId);
  for (const docId of ['a', 'b']) await documentStore.delete(docId, NOW);
  await sweep(0);
  assert.equal(await manifests.read({ docId: 'a', contentHash }), undefined);
  assert.equal(await manifests.read({ docId: 'b', contentHash: shared }), undefined);
  assert.equal(isStored(contentHash), true);
  await sweep(24);
  assert.equal(isStored(contentHash), false);
  assert.equal((await manifests.read({ docId: 'c', contentHash: shared }))?.docId, 'c');
  assert.deepEqual(await documentStore.releasedOriginals(), []);
});

test('originals of documents that an older catalogue does not know are kept, and every start says so', async (t) => {
  const { store, upload, sweep, isStored, documentStore, manifests, warnings } = await openStores(t);
  await upload('known', 'content');
  const [known] = await documentStore.manifests('known');
  const lost = await store('of another document');
  await manifests.write({ ...known!, docId: 'copy' });
  await manifests.write({ ...known!, docId: 'lost', contentHash: lost });
  for (const hour of [0, 48]) await sweep(hour);
  assert.equal(isStored(lost), true);
  assert.equal((await manifests.read({ ...known!, docId: 'copy' }))?.docId, 'copy');
  assert.equal(warnings.length, 2);
  assert.match(warnings[0]!, /docent reindex --from-originals$/);
});

test('documents without a manifest get one, whatever was written before', async (t) => {
  const { upload, sweep, originalUpkeep, manifests, logger } = await openStores(t);
  const hashes = new Map<string, string>();
  for (const docId of ['a', 'b', 'c']) hashes.set(docId, await upload(docId, `content of ${docId}`));
  await originalUpkeep.describe('b');
  const undescribed = await sweep(0);
  assert.deepEqual(undescribed.sort(), ['a', 'c']);
  await using _ = startDescribing(undescribed, { originalUpkeep, logger });
  for (const [docId, contentHash] of hashes)
    await until(async () => (await manifests.read({ docId, contentHash }))?.docId === docId);
});

test('what cannot be removed yet stays on record until a later sweep', async (t) => {
  const { upload, sweep, isStored, documentStore, originals } = await openStores(t);
  const hash = await upload('a', 'deleted');
  await documentStore.delete('a', NOW);
  await using held = await originals.receive(bytesOf('deleted'), { limitBytes: 1_000 });
  await held.keep();
  await sweep(24);
  assert.equal(isStored(hash), true);
  const releasedByA = async () =>
    (await documentStore.releasedOriginals()).filter((each) => each.docId === 'a');
  assert.equal((await releasedByA()).length, 1);
  await held[Symbol.asyncDispose]();
  await sweep(25);
  assert.equal(isStored(hash), false);
  assert.deepEqual(await releasedByA(), []);
});

test('a document that another process accepts during a sweep is neither reported nor loses its manifest', async (t) => {
  const { upload, sweep, documentStore, manifests, originalUpkeep, warnings } = await openStores(t);
  await upload('a', 'deleted, and sent again');
  await documentStore.delete('a', NOW);
  async function acceptMore() {
    for (const [docId, text] of [
      ['a', 'deleted, and sent again'],
      ['new', 'new'],
    ] as const) {
      await upload(docId, text);
      await originalUpkeep.describe(docId);
    }
  }
  await sweep(48, {
    documentStore: Object.create(documentStore, {
      namedOriginals: {
        value: async () => {
          const named = await documentStore.namedOriginals();
          await acceptMore();
          return named;
        },
      },
    }),
  });
  assert.deepEqual(warnings, []);
  for (const docId of ['a', 'new']) {
    const [manifest] = await documentStore.manifests(docId);
    assert.deepEqual(await manifests.read(manifest!), manifest);
  }
});
