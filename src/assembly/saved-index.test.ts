import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ingest, intake, NOW, useModel } from '../../test/conformance/document-store/fixtures.ts';
import { createEmbeddedIndex } from '../adapters/search/embedded-index.ts';
import { openSqliteDocumentStore } from '../adapters/sqlite/documents/document-store.ts';
import { SILENT } from '../kernel/silent-logger.ts';
import type { LogFields, Logger } from '../ports/logger.ts';
import { createSavedIndex } from './saved-index.ts';

const DOCUMENTS = Array.from({ length: 60 }, (_, n) => `document${n}`);
const EMBEDDING = Float32Array.of(0.6, 0.8);

/** A stopped store of 60 documents with embeddings, and the index saved beside it. */
async function savedStore() {
  const folder = await mkdtemp(join(tmpdir(), 'docent-saved-'));
  const of = (path = folder, saveEveryMs?: number) => openStand(path, saveEveryMs);
  await using stand = await of();
  await useModel(stand.documentStore, { id: 'm1', payload: Uint8Array.of(1) });
  await stand.load();
  await stand.searchIndex.replaceEmbeddings('m1', stand.documentStore.liveEmbeddings());
  for (const docId of DOCUMENTS) await stand.ingest(docId, docId);
  await stand.save();
  return {
    path: join(folder, 'index.saved'),
    /** What a kill leaves at this moment: nothing is closed. */
    async killed(): Promise<string> {
      const copy = await mkdtemp(join(tmpdir(), 'docent-saved-'));
      await cp(folder, copy, { recursive: true });
      copies.push(copy);
      return copy;
    },
    of,
    [Symbol.asyncDispose]: async () => {
      for (const each of [folder, ...copies]) await rm(each, { recursive: true, force: true });
    },
  };
}

const copies: string[] = [];

async function openStand(folder: string, saveEveryMs?: number) {
  const warnings: (LogFields | undefined)[] = [];
  const logger: Logger = { ...SILENT, warn: (_, fields) => void warnings.push(fields) };
  const opened = new AsyncDisposableStack();
  const documentStore = opened.use(openSqliteDocumentStore(join(folder, 'docent.db')));
  const searchIndex = opened.use(createEmbeddedIndex());
  const savedIndex = opened.use(
    createSavedIndex({
      ...{ path: join(folder, 'index.saved'), documentStore, searchIndex, newToken: randomUUID, logger },
      ...(saveEveryMs !== undefined && { saveEveryMs }),
    }),
  );
  return {
    ...savedIndex,
    ...{ documentStore, searchIndex, warnings },
    /** As the publication does. */
    async ingest(docId: string, text: string): Promise<void> {
      await ingest(documentStore, intake(docId), [text], {
        ...{ embedding: EMBEDDING, embeddingModelId: 'm1', analysis: 1 },
      });
      const version = (await documentStore.get(docId))!.liveVersion!;
      for await (const { chunks } of documentStore.liveChunks(docId)) {
        await searchIndex.stage(docId, version, chunks);
        await searchIndex.retire(docId, version);
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type Stand = Awaited<ReturnType<typeof openStand>>;

/** What is found of each document's rows, beside what an index has that is loaded from them alone. */
async function assertSameAsRows({ documentStore, searchIndex }: Stand): Promise<void> {
  await using fresh = createEmbeddedIndex();
  await fresh.load(documentStore.liveChunks(), (await documentStore.embeddingModel())?.id);
  const terms = [...DOCUMENTS, 'new', 'other'].map((term) => ({ term, weight: 1 }));
  const all = async (index: typeof fresh) => {
    const { documents, chunks, embedded, embeddingModelId } = await index.statistics();
    const hits = await index.search({ terms, embedding: EMBEDDING }, { limit: 1_000 });
    const found = hits.map(({ chunkId, lexical, dense }) => `${chunkId} ${lexical} ${dense.toFixed(6)}`);
    return { documents, chunks, embedded, embeddingModelId, hits: found.sort() };
  };
  assert.deepEqual(await all(searchIndex), await all(fresh));
}

const analysed = { analysis: 2, language: 'en', title: 'Title' };
const other = {
  version: 1,
  reason: 'title' as const,
  chunks: [{ ordinal: 0, terms: ['other'], counts: [1] }],
};

describe('the saved index', () => {
  it('is used by the next start', async () => {
    await using saved = await savedStore();
    await using stand = await saved.of(await saved.killed());
    // Rows that the index must not need.
    const read: string[] = [];
    const { liveChunks } = stand.documentStore;
    stand.documentStore.liveChunks = (docId) => {
      read.push(docId ?? 'all');
      return liveChunks(docId);
    };
    await stand.load();
    assert.deepEqual([read, stand.warnings], [[], []]);
    await assertSameAsRows(stand);
  });

  const changes: Record<string, (stand: Stand) => Promise<unknown>> = {
    'a document was published': (stand) => stand.ingest('new', 'new'),
    'a document was published, but not indexed': ({ documentStore }) =>
      ingest(documentStore, intake('new'), ['new'], { analysis: 1 }),
    'a document was replaced': (stand) => stand.ingest('document1', 'other'),
    'a document was deleted': ({ documentStore }) => documentStore.delete('document1', NOW),
    'a document was deleted and its id used again': async (stand) => {
      await stand.documentStore.delete('document1', NOW);
      await stand.searchIndex.remove('document1', 1);
      await stand.ingest('document1', 'other');
    },
    'terms were replaced': ({ documentStore }) =>
      documentStore.replaceTerms('document1', { ...other, analysed }),
    'some terms were replaced': ({ documentStore }) =>
      documentStore.replaceTerms('document1', { ...other, analysed: undefined }),
    'embeddings were replaced': ({ documentStore }) =>
      useModel(documentStore, { id: 'm2', payload: Uint8Array.of(2) }),
  };
  for (const [name, change] of Object.entries(changes)) {
    it(`is as good as the rows after a kill when ${name}`, async () => {
      await using saved = await savedStore();
      await using stand = await saved.of();
      await stand.load();
      await change(stand);
      await using next = await saved.of(await saved.killed());
      await next.load();
      await assertSameAsRows(next);
    });

    it(`is as good as the rows when it is saved after ${name}`, async () => {
      await using saved = await savedStore();
      {
        await using stand = await saved.of();
        await stand.load();
        for (const docId of DOCUMENTS.slice(2, 9)) await stand.ingest(docId, 'other');
        await change(stand);
        await stand.save();
      }
      await using next = await saved.of();
      await next.load();
      await assertSameAsRows(next);
    });
  }

  it('is not used when terms are replaced while it is saved', async () => {
    await using saved = await savedStore();
    {
      await using stand = await saved.of();
      await stand.load();
      for (const docId of DOCUMENTS.slice(2, 9)) await stand.ingest(docId, 'other');
      const { searchIndex, documentStore } = stand;
      const { save } = searchIndex;
      searchIndex.save = async (...of) => {
        const isSaved = await save.apply(searchIndex, of);
        await documentStore.replaceTerms('document1', { ...other, analysed });
        return isSaved;
      };
      await stand.save();
    }
    await using next = await saved.of();
    await next.load();
    await assertSameAsRows(next);
  });

  it('is left alone where little has changed, and replaced where much has', async () => {
    await using saved = await savedStore();
    await using stand = await saved.of();
    await stand.load();
    const before = await readFile(saved.path);
    await stand.ingest('new', 'new');
    await stand.save();
    assert.ok(before.equals(await readFile(saved.path)));
    for (const docId of DOCUMENTS.slice(0, 5)) await stand.ingest(docId, 'other');
    await stand.save();
    assert.ok(!before.equals(await readFile(saved.path)));
  });

  it('is replaced by a running server, too', async () => {
    await using saved = await savedStore();
    const killed = await saved.killed();
    {
      await using stand = await saved.of(killed, 5);
      await stand.load();
      for (const docId of DOCUMENTS.slice(0, 9)) await stand.ingest(docId, 'other');
      const before = await stand.documentStore.savedIndex.token();
      while ((await stand.documentStore.savedIndex.token()) === before) await setTimeout(5);
    }
    await using next = await saved.of(killed);
    await next.load();
    assert.deepEqual(next.warnings, []);
    await assertSameAsRows(next);
  });

  it('is made again after a start that could not use it', async () => {
    await using saved = await savedStore();
    await writeFile(saved.path, 'damaged');
    {
      await using stand = await saved.of();
      await stand.load();
      assert.equal(stand.warnings.length, 1);
      await stand.save();
    }
    await using next = await saved.of();
    await next.load();
    assert.deepEqual(next.warnings, []);
    await assertSameAsRows(next);
  });

  it('of a store that was restored from an earlier backup is not used', async () => {
    await using saved = await savedStore();
    const earlier = await saved.killed();
    {
      await using stand = await saved.of();
      await stand.load();
      for (const docId of DOCUMENTS.slice(0, 9)) await stand.ingest(docId, 'other');
      await stand.save();
    }
    await cp(saved.path, join(earlier, 'index.saved'));
    await using restored = await saved.of(earlier);
    await restored.load();
    assert.equal(restored.warnings.length, 1);
    await assertSameAsRows(restored);
  });

  it('need not be written: a failing disk is only logged', async () => {
    await using saved = await savedStore();
    await using stand = await saved.of();
    await stand.load();
    await rm(saved.path);
    await mkdir(`${saved.path}.new`);
    for (const docId of DOCUMENTS.slice(0, 9)) await stand.ingest(docId, 'other');
    await stand.save();
    assert.equal(stand.warnings.length, 1);
    await assert.rejects(stat(saved.path), { code: 'ENOENT' });
  });

  it('is not saved before the index is loaded', async () => {
    await using saved = await savedStore();
    await using stand = await saved.of();
    await rm(saved.path);
    await stand.save();
    await assert.rejects(stat(saved.path), { code: 'ENOENT' });
  });
});
