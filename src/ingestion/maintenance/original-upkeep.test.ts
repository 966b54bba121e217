import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { openOriginalFiles, originalPath } from '../../adapters/files/original-files.ts';
import { openManifestFiles } from '../../adapters/files/original-manifests.ts';
import { openSqliteDocumentStore } from '../../adapters/sqlite/documents/document-store.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import type { Logger } from '../../ports/logger.ts';
import { createOriginalUpkeep } from './original-upkeep.ts';

const NOW = 1_700_000_000_000;

/** @param beforeRemoval Awaited before each removal of a file. */
async function openUpkeep(t: TestContext, beforeRemoval: () => Promise<void> = async () => {}) {
  const folder = temporaryFolder();
  const documentStore = openSqliteDocumentStore(join(folder, 'docent.db'));
  t.after(() => documentStore[Symbol.asyncDispose]());
  const originals = await openOriginalFiles(folder);
  const warnings: string[] = [];
  const logger: Logger = { ...SILENT, warn: (message) => warnings.push(message) };
  const remove = async (contentHash: string) => {
    await beforeRemoval();
    return originals.remove(contentHash);
  };
  const manifests = openManifestFiles(folder);
  const upkeep = createOriginalUpkeep({ documentStore, originals: { remove }, manifests, logger });

  async function keep(text: string) {
    const staged = await originals.receive(bytesOf(text), { limitBytes: 1_000 });
    await staged.keep();
    return staged;
  }
  async function accept(docId: string, { contentHash, bytes }: Awaited<ReturnType<typeof keep>>) {
    await documentStore.accept({
      ...{
        docId,
        whenTaken: 'replace',
        kind: 'document',
        title: null,
        tags: [],
        correlationId: '-',
        now: NOW,
      },
      source: { kind: 'upload', filename: `${docId}.txt` },
      original: { contentHash, bytes, mediaType: 'text/plain' },
    });
  }
  return {
    ...{ documentStore, upkeep, warnings, keep, accept },
    isStored: ({ contentHash }: { contentHash: string }) => existsSync(originalPath(folder, contentHash)),
    async upload(docId: string, text: string) {
      await using staged = await keep(text);
      await accept(docId, staged);
      return staged;
    },
  };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

test('released originals are removed, unless another document names them', async (t) => {
  const { documentStore, upkeep, upload, isStored } = await openUpkeep(t);
  const [one, shared] = [await upload('one', 'one'), await upload('two', 'shared')];
  await upload('three', 'shared');
  for (const docId of ['one', 'two']) await documentStore.delete(docId, NOW);
  await upkeep.discardReleased();
  assert.deepEqual([isStored(one), isStored(shared)], [false, true]);
});

test('an upload that is accepted while originals are removed keeps its own', async (t) => {
  const { documentStore, upkeep, upload, keep, accept, isStored } = await openUpkeep(t, async () => {
    if (!isStored(same)) return;
    await accept('new', same);
    await same[Symbol.asyncDispose]();
  });
  await upload('one', 'removed first');
  await upload('two', 'same');
  for (const docId of ['one', 'two']) await documentStore.delete(docId, NOW);
  // Stored, but not accepted yet, when the removals begin.
  const same = await keep('same');
  await upkeep.discardReleased();
  assert.equal((await documentStore.get('new'))?.contentHash, same.contentHash);
  assert.equal(isStored(same), true);
});

test('a file that cannot be removed is left for later with a warning', async (t) => {
  const { documentStore, upkeep, upload, warnings } = await openUpkeep(t, () =>
    Promise.reject(new Error('EBUSY')),
  );
  await upload('one', 'one');
  await documentStore.delete('one', NOW);
  await upkeep.discardReleased();
  assert.equal(warnings.length, 1);
});

test('what another call is removing at the moment is gone when this one ends', async (t) => {
  const { promise: removing, resolve: isRemoving } = Promise.withResolvers<void>();
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  const { documentStore, upkeep, upload, isStored } = await openUpkeep(t, async () => {
    isRemoving();
    await allowed;
  });
  const original = await upload('one', 'one');
  await documentStore.delete('one', NOW);
  const first = upkeep.discardReleased();
  await removing;
  const second = upkeep.discardReleased();
  setImmediate(allow);
  await second;
  assert.equal(isStored(original), false);
  await first;
});
