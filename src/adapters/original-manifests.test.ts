import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { RefusedError } from '../errors.ts';
import type { DocumentSource } from '../ports/document.ts';
import type { Manifest, ManifestStore } from '../ports/manifest.ts';
import { openOriginalFiles } from './original-files.ts';
import { openManifestFiles } from './original-manifests.ts';

const SOURCES: readonly DocumentSource[] = [
  { kind: 'upload', filename: 'Über uns.pdf' },
  { kind: 'url', url: 'https://a.example/' },
  { kind: 'url', url: 'https://a.example/b.pdf', filename: 'b.pdf' },
  { kind: 'review', entryId: 'entry-1', filename: 'answer-1.txt' },
];

/** A folder with one original, and what describes it. */
async function openFolder() {
  const folder = temporaryFolder();
  const originals = await openOriginalFiles(folder);
  await using staged = await originals.receive(pieces(), { limitBytes: 100 });
  await staged.keep();
  const { contentHash } = staged;
  const group = join(folder, 'originals', contentHash.slice(0, 2));
  const manifestOf = (docId: string, changes: Partial<Manifest> = {}): Manifest => ({
    ...{ docId, contentHash, kind: 'document', version: 3, title: null, tags: ['a "b"', 'ü'] },
    ...{ source: SOURCES[0]!, mediaType: 'application/pdf', isFailed: false, createdAt: 1_700_000_000_123 },
    ...changes,
  });
  return { folder, group, contentHash, manifestOf, manifests: openManifestFiles(folder) };
}

async function storedIn(manifests: ManifestStore) {
  const stored = [];
  for await (const each of manifests.stored()) stored.push(each);
  return stored;
}

async function* pieces() {
  yield Buffer.from('content');
}

test('a manifest is read as it was written, and lies beside its original, for its owner alone', async () => {
  const { folder, group, contentHash, manifestOf, manifests } = await openFolder();
  for (const source of SOURCES) {
    const manifest = manifestOf('handbook', {
      source,
      title: 'Title',
      kind: 'approved_answer',
      isFailed: true,
    });
    await manifests.write(manifest);
    assert.deepEqual(await manifests.read(manifest), manifest);
  }
  const names = (await readdir(group)).filter((name) => name !== contentHash);
  assert.equal(names.length, 1);
  assert.match(names[0]!, new RegExp(`^${contentHash}\\.aGFuZGJvb2s\\.[0-9a-f]{8}\\.json$`));
  assert.equal((await stat(join(group, names[0]!))).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(join(folder, 'staging')), []);
});

test('each document of the same content has its own, even where the file system ignores case', async () => {
  const { group, contentHash, manifestOf, manifests } = await openFolder();
  const ids = ['handbook', 'Handbook', '-', 'x'.repeat(128)];
  for (const docId of ids) await manifests.write(manifestOf(docId));
  const names = (await readdir(group)).map((name) => name.toLowerCase());
  assert.equal(new Set(names).size, ids.length + 1);
  await manifests.remove(manifestOf('handbook'));
  await manifests.remove(manifestOf('handbook'));
  assert.equal(await manifests.read(manifestOf('handbook')), undefined);
  assert.deepEqual(await manifests.read(manifestOf('Handbook')), manifestOf('Handbook'));
  const stored = await storedIn(manifests);
  assert.deepEqual(
    stored.map((each) => ({ ...each, docIds: [...each.docIds].sort() })),
    [{ contentHash, docIds: ids.slice(1).sort() }],
  );
});

test('what is not a manifest of this document and format is not read as one', async () => {
  const { group, contentHash, manifestOf, manifests } = await openFolder();
  await manifests.write(manifestOf('a'));
  const path = join(group, (await readdir(group)).find((name) => name !== contentHash)!);
  const text = await readFile(path, 'utf8');
  for (const damaged of [
    '',
    text.slice(0, -3),
    'null',
    text.replace('"format": 1', '"format": 2'),
    text.replace('"doc_id": "a"', '"doc_id": "b"'),
    text.replace(contentHash, 'f'.repeat(64)),
  ]) {
    assert.notEqual(damaged, text);
    await writeFile(path, damaged);
    assert.equal(await manifests.read(manifestOf('a')), undefined, damaged);
  }
});

test('foreign files are left out, such as those of a file manager or a separate disk', async () => {
  const { folder, group, contentHash, manifests } = await openFolder();
  await mkdir(join(folder, 'originals', 'lost+found'));
  for (const path of [join(folder, 'originals', '.DS_Store'), join(group, `${contentHash}.txt`)])
    await writeFile(path, 'x');
  assert.deepEqual(await storedIn(manifests), [{ contentHash, docIds: [] }]);
});

test('a manifest that cannot be written is refused, and leaves nothing behind', async () => {
  const { folder, manifestOf, manifests } = await openFolder();
  const elsewhere = manifestOf('a', { contentHash: 'f'.repeat(64) });
  await assert.rejects(
    manifests.write(elsewhere),
    (error) => error instanceof RefusedError && error.refusal.code === 'store_unavailable',
  );
  assert.deepEqual(await readdir(join(folder, 'staging')), []);
});
