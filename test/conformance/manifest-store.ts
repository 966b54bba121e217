import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DocumentSource } from '../../src/ports/document.ts';
import type { Manifest, ManifestStore, NamedOriginal } from '../../src/ports/manifest.ts';
import type { OriginalStore } from '../../src/ports/original-store.ts';

const SOURCES: readonly DocumentSource[] = [
  { kind: 'upload', filename: 'Über uns.pdf' },
  { kind: 'url', url: 'https://a.example/' },
  { kind: 'url', url: 'https://a.example/b.pdf', filename: 'b.pdf' },
  { kind: 'review', entryId: 'entry-1', filename: 'answer-1.txt' },
];

/** The stores of one test, and what it takes to look behind them. */
export interface OpenedManifests extends AsyncDisposable {
  readonly originals: OriginalStore;
  readonly manifests: ManifestStore;
  textOf(of: NamedOriginal): Promise<string>;
  overwrite(of: NamedOriginal, text: string): Promise<void>;
}

export function manifestStoreConformance(
  name: string,
  open: () => Promise<OpenedManifests>,
  { skip = false }: { skip?: string | false } = {},
): void {
  /** With one original stored. */
  const check = (says: string, body: (stand: OpenedManifests, contentHash: string) => Promise<void>) =>
    test(says, async () => {
      await using stand = await open();
      await using staged = await stand.originals.receive(pieces(), { limitBytes: 100 });
      await staged.keep();
      await body(stand, staged.contentHash);
    });

  describe(`${name} is a ManifestStore`, { skip }, () => {
    check('a manifest is read as it was written last', async ({ manifests }, contentHash) => {
      for (const source of SOURCES) {
        const manifest = manifestOf('handbook', contentHash, {
          source,
          title: 'Title',
          kind: 'approved_answer',
          isFailed: true,
        });
        await manifests.write(manifest);
        assert.deepEqual(await manifests.read(manifest), manifest);
      }
    });

    check(
      'each document of the same content has its own, even where ids differ in case alone',
      async ({ manifests }, contentHash) => {
        const ids = ['handbook', 'Handbook', '-', 'x'.repeat(128)];
        for (const docId of ids) await manifests.write(manifestOf(docId, contentHash));
        for (const _time of [1, 2]) await manifests.remove(manifestOf('handbook', contentHash));
        assert.equal(await manifests.read(manifestOf('handbook', contentHash)), undefined);
        const kept = manifestOf('Handbook', contentHash);
        assert.deepEqual(await manifests.read(kept), kept);
        const stored = await storedIn(manifests);
        assert.deepEqual(
          stored.map((each) => ({ ...each, docIds: [...each.docIds].sort() })),
          [{ contentHash, docIds: ids.slice(1).sort() }],
        );
      },
    );

    check(
      'every original is listed once, whether or not a document describes it',
      async ({ originals, manifests }, contentHash) => {
        const hashes = [contentHash];
        for (let i = 0; i < 20; i += 1) {
          await using staged = await originals.receive(pieces(`content ${i}`), { limitBytes: 100 });
          await staged.keep();
          hashes.push(staged.contentHash);
          if (i % 2) await manifests.write(manifestOf('a', staged.contentHash));
        }
        const listed = await storedIn(manifests);
        assert.deepEqual(listed.map((each) => each.contentHash).sort(), hashes.sort());
        assert.equal(listed.filter(({ docIds }) => docIds.join() === 'a').length, 10);
      },
    );

    check(
      'what is not a manifest of this document and format is not read as one',
      async ({ manifests, textOf, overwrite }, contentHash) => {
        const manifest = manifestOf('a', contentHash);
        await manifests.write(manifest);
        const text = await textOf(manifest);
        for (const damaged of [
          '',
          text.slice(0, -3),
          'null',
          text.replace('"format": 1', '"format": 2'),
          text.replace('"doc_id": "a"', '"doc_id": "b"'),
          text.replace(contentHash, 'f'.repeat(64)),
        ]) {
          assert.notEqual(damaged, text);
          await overwrite(manifest, damaged);
          assert.equal(await manifests.read(manifest), undefined, damaged);
        }
      },
    );
  });
}

/** Any manifest of this document and content. */
export function manifestOf(docId: string, contentHash: string, changes: Partial<Manifest> = {}): Manifest {
  return {
    ...{ docId, contentHash, kind: 'document', version: 3, title: null, tags: ['a "b"', 'ü'] },
    ...{ source: SOURCES[0]!, mediaType: 'application/pdf', isFailed: false, createdAt: 1_700_000_000_123 },
    ...changes,
  };
}

/** All that is stored, in the order in which it is listed. */
export async function storedIn(manifests: ManifestStore) {
  const stored = [];
  for await (const each of manifests.stored()) stored.push(each);
  return stored;
}

async function* pieces(text = 'content') {
  yield Buffer.from(text);
}
