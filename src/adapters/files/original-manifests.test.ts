import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { manifestOf, manifestStoreConformance, storedIn } from '../../../test/conformance/manifest-store.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { RefusedError } from '../../errors.ts';
import type { NamedOriginal } from '../../ports/manifest.ts';
import { openOriginalFiles } from './original-files.ts';
import { openManifestFiles } from './original-manifests.ts';

manifestStoreConformance('The folder of originals', async () => {
  const folder = temporaryFolder();
  /** Of the only manifest. */
  const pathOf = async ({ contentHash }: NamedOriginal) => {
    const group = join(folder, 'originals', contentHash.slice(0, 2));
    return join(group, (await readdir(group)).find((name) => name !== contentHash)!);
  };
  return {
    originals: await openOriginalFiles(folder),
    manifests: openManifestFiles(folder),
    textOf: async (of) => readFile(await pathOf(of), 'utf8'),
    overwrite: async (of, text) => writeFile(await pathOf(of), text),
    async [Symbol.asyncDispose]() {},
  };
});

/** A folder with one original. */
async function openFolder() {
  const folder = temporaryFolder();
  const originals = await openOriginalFiles(folder);
  await using staged = await originals.receive(pieces(), { limitBytes: 100 });
  await staged.keep();
  const { contentHash } = staged;
  const group = join(folder, 'originals', contentHash.slice(0, 2));
  return { folder, group, contentHash, manifests: openManifestFiles(folder) };
}

async function* pieces() {
  yield Buffer.from('content');
}

test('a manifest lies beside its original, for its owner alone, even where the file system ignores case', async () => {
  const { folder, group, contentHash, manifests } = await openFolder();
  for (const docId of ['handbook', 'Handbook']) await manifests.write(manifestOf(docId, contentHash));
  const names = (await readdir(group)).filter((name) => name !== contentHash);
  for (const name of names) {
    assert.match(name, new RegExp(`^${contentHash}\\.[\\w-]+\\.[0-9a-f]{8}\\.json$`));
    assert.equal((await stat(join(group, name))).mode & 0o777, 0o600);
  }
  assert.ok(names.some((name) => name.startsWith(`${contentHash}.aGFuZGJvb2s.`)));
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, 2);
  assert.deepEqual(await readdir(join(folder, 'staging')), []);
});

test('foreign files are left out, such as those of a file manager or a separate disk', async () => {
  const { folder, group, contentHash, manifests } = await openFolder();
  await mkdir(join(folder, 'originals', 'lost+found'));
  for (const path of [join(folder, 'originals', '.DS_Store'), join(group, `${contentHash}.txt`)])
    await writeFile(path, 'x');
  assert.deepEqual(await storedIn(manifests), [{ contentHash, docIds: [] }]);
});

test('a manifest that cannot be written is refused, and leaves nothing behind', async () => {
  const { folder, manifests } = await openFolder();
  await assert.rejects(
    manifests.write(manifestOf('a', 'f'.repeat(64))),
    (error) => error instanceof RefusedError && error.refusal.code === 'store_unavailable',
  );
  assert.deepEqual(await readdir(join(folder, 'staging')), []);
});
