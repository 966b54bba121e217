import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { putDocument } from '../../../test/conformance/put-document.ts';
import type { IndexedChunk, SearchIndex } from '../../ports/search-index.ts';
import type { LiveDocumentChunks } from '../../ports/stored-chunks.ts';
import { createEmbeddedIndex, type EmbeddedIndex } from './embedded-index.ts';

const TERMS = ['fox', 'hen', 'cow', '.the', 'report', 'reports', 'annual', '\ud800x'];
const MODEL = 'm1';
/** What the store would say of a document with a version. */
const live = (version: number, sequence = 1) => ({ version, sequence });

const chunk = fc.record({
  counts: fc.array(fc.constantFrom(0, 0, 1, 2, 300), { minLength: TERMS.length, maxLength: TERMS.length }),
  embedding: fc.option(
    fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 }).map((parts) => {
      const length = Math.hypot(...parts) || 1;
      return Float32Array.from(parts, (part) => part / length);
    }),
    { nil: undefined },
  ),
});
const documents = fc.array(
  fc.record({
    docId: fc.constantFrom('a', 'b', 'c', 'd'),
    chunks: fc.array(chunk, { maxLength: 30 }),
    isRemoved: fc.boolean(),
  }),
  { maxLength: 12 },
);

describe('an index that is loaded from a file', () => {
  it('is the index that was saved, and can be changed like it', () =>
    fc.assert(
      fc.asyncProperty(documents, documents, async (before, after) => {
        await using folder = await temporary();
        await using index = createEmbeddedIndex({ deadSlotsMin: 20 });
        const versions = await written(index, before, 1);
        await using loaded = createEmbeddedIndex({ deadSlotsMin: 20 });
        const file = { ...folder.file, embeddingModelId: undefined };
        // Not while dead slots are swept.
        while (!(await index.save(file, versions))) await new Promise(setImmediate);
        assert.equal(await loaded.loadSaved(file, versions, none), undefined);
        assert.deepEqual(await everything(loaded), await everything(index));
        for (const each of [index, loaded]) await written(each, after, 100);
        assert.deepEqual(await everything(loaded), await everything(index));
      }),
      { numRuns: 20 },
    ));

  it('has no version that is not live, and reads what is missing', async () => {
    await using folder = await temporary();
    await using index = createEmbeddedIndex();
    for (const docId of ['kept', 'replaced', 'deleted', 'again', 'unpublished'])
      await putDocument(index, docId, 1, [chunkOf({ fox: 1 })]);
    const saved = new Map(['kept', 'replaced', 'deleted', 'again'].map((docId) => [docId, live(1)]));
    const file = { ...folder.file, embeddingModelId: undefined };
    assert.ok(await index.save(file, saved));

    await using loaded = createEmbeddedIndex();
    const now = new Map([
      ['kept', live(1)],
      ['replaced', live(2)],
      ['again', live(1, 2)],
      ['unpublished', live(1)],
      ['new', live(1)],
    ]);
    await loaded.loadSaved(file, now, async function* (known) {
      assert.deepEqual([...known], ['kept']);
      for (const [docId, { version }] of now)
        if (!known.has(docId)) yield { docId, version, chunks: [chunkOf({ hen: 1 })] };
    });
    const found = async (term: string) => (await hits(loaded, term)).map(({ chunkId }) => chunkId).sort();
    assert.deepEqual(await found('fox'), ['kept.1.0']);
    assert.deepEqual(await found('hen'), ['again.1.0', 'new.1.0', 'replaced.2.0', 'unpublished.1.0']);
    const { idf } = await loaded.statistics();
    assert.ok(idf('fox') > idf('hen'), 'words of dropped versions do not count');
  });

  for (const [name, damage] of [
    ['missing', (path: string) => rm(path)],
    ['empty', (path: string) => writeFile(path, '')],
    ['cut off', async (path: string) => truncate(path, (await stat(path)).size - 1)],
    ['continued', (path: string) => writeFile(path, '!', { flag: 'a' })],
    ['no such file', (path: string) => writeFile(path, 'What is this?\n')],
  ] as const)
    it(`reads everything where the file is ${name}`, () => assertReadWithout(damage));

  it('reads everything where any byte of the file is another one', async () => {
    await using folder = await temporary();
    const size = await savedIn(folder.file.path);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: size - 1 }), fc.integer({ min: 1, max: 255 }), (at, bits) =>
        assertReadWithout(async (path) => {
          const bytes = await readFile(path);
          bytes[at]! ^= bits;
          await writeFile(path, bytes);
        }),
      ),
      { numRuns: 30 },
    );
  });

  it('reads everything where the file belongs to another state of the store or another model', async () => {
    await assertReadWithout(async () => {}, { token: 'other' });
    await assertReadWithout(async () => {}, { embeddingModelId: 'm2' });
  });

  it('is not saved while it changes', async () => {
    await using folder = await temporary();
    await using index = createEmbeddedIndex({ slicePostings: 1 });
    const many = Array.from({ length: 5 }, (_, ordinal) => ({ ...chunkOf({ fox: 1, hen: 1 }), ordinal }));
    const staging = index.stage('a', 1, many);
    await new Promise(setImmediate);
    const file = { ...folder.file, embeddingModelId: undefined };
    assert.equal(await index.save(file, new Map()), false);
    await staging;
    const saving = index.save(file, new Map());
    await index.remove('a', 1);
    assert.equal(await saving, false);
    await assert.rejects(stat(folder.file.path), { code: 'ENOENT' });
  });
});

/** Damages a saved index, and asserts that another one then has all documents nevertheless. */
async function assertReadWithout(
  damage: (path: string) => Promise<unknown>,
  changes: { token?: string; embeddingModelId?: string } = {},
): Promise<void> {
  await using folder = await temporary();
  await savedIn(folder.file.path);
  await damage(folder.file.path);
  await using index = createEmbeddedIndex();
  const of = { ...folder.file, ...changes };
  const unused = await index.loadSaved(of, new Map([['a', live(1)]]), async function* (known) {
    assert.equal(known.size, 0);
    yield { docId: 'a', version: 1, chunks: [chunkOf({ hen: 1 })] };
  });
  assert.ok(unused instanceof Error);
  assert.equal((await hits(index, 'hen')).length, 1);
  assert.equal((await hits(index, 'fox')).length, 0);
}

/** @returns The size of the file. */
async function savedIn(path: string): Promise<number> {
  await using index = createEmbeddedIndex();
  await index.load(
    (async function* () {
      yield {
        docId: 'a',
        version: 1,
        chunks: [{ ...chunkOf({ fox: 1 }), embedding: Float32Array.of(0, 1) }],
      };
    })(),
    MODEL,
  );
  assert.ok(await index.save({ path, token: 'token', embeddingModelId: MODEL }, new Map([['a', live(1)]])));
  return (await stat(path)).size;
}

async function temporary() {
  const folder = await mkdtemp(join(tmpdir(), 'docent-index-'));
  return {
    file: {
      path: join(folder, 'index.saved'),
      token: 'token',
      embeddingModelId: MODEL as string | undefined,
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** @returns The versions it has then. */
async function written(
  index: EmbeddedIndex,
  documents: readonly {
    docId: string;
    chunks: readonly { counts: number[]; embedding?: Float32Array | undefined }[];
    isRemoved: boolean;
  }[],
  from: number,
) {
  const versions = new Map<string, { version: number; sequence: number }>();
  for (const [i, { docId, chunks, isRemoved }] of documents.entries()) {
    const given = chunks.map(({ counts, embedding }, ordinal) => ({
      ...chunkOf(Object.fromEntries(TERMS.map((term, t) => [term, counts[t]!]))),
      ...(embedding && { embedding }),
      ordinal,
    }));
    await putDocument(index, docId, from + i, given);
    if (isRemoved) await index.remove(docId, from + i);
    if (isRemoved) versions.delete(docId);
    else versions.set(docId, live(from + i));
  }
  return versions;
}

async function everything(index: SearchIndex) {
  const { documents, chunks, embedded, idf } = await index.statistics();
  const embedding = Float32Array.of(0.6, 0.8, 0);
  const terms = TERMS.map((term) => ({
    term,
    weight: 1,
    variants: [{ terms: ['fox', 'hen'], weight: 0.5 }],
  }));
  return {
    ...{ documents, chunks, embedded },
    idfs: TERMS.map(idf),
    // Sorted, as their order depends on slots, which sweeping moves meanwhile.
    all: (await index.search({ terms, embedding }, { limit: 1_000 })).map(shown).sort(),
    few: (await index.search({ terms: terms.slice(1, 3) }, { limit: 3 })).map(shown).sort(),
    compounds: await index.compoundTerms(['repo'], { limit: 3 }),
  };
}

const shown = ({ chunkId, lexical, dense }: { chunkId: string; lexical: number; dense: number }) =>
  `${chunkId} ${lexical} ${dense}`;

function hits(index: SearchIndex, term: string) {
  return index.search({ terms: [{ term, weight: 1 }] }, { limit: 10 });
}

function chunkOf(counts: Record<string, number>): IndexedChunk {
  const present = Object.entries(counts).filter(([, count]) => count > 0);
  return { ordinal: 0, terms: present.map(([term]) => term), counts: present.map(([, count]) => count) };
}

async function* none(): AsyncGenerator<LiveDocumentChunks> {}
