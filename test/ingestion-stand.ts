import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openOriginalFiles } from '../src/adapters/files/original-files.ts';
import { openManifestFiles } from '../src/adapters/files/original-manifests.ts';
import { createEmbeddedIndex } from '../src/adapters/search/embedded-index.ts';
import { openSqliteDocumentStore } from '../src/adapters/sqlite/documents/document-store.ts';
import { createCatalog } from '../src/ingestion/catalog.ts';
import { createDocumentChanges } from '../src/ingestion/documents/document-changes.ts';
import { createDocumentContent } from '../src/ingestion/documents/document-content.ts';
import { createDocumentFeed } from '../src/ingestion/documents/document-feed.ts';
import { createIndexDocument } from '../src/ingestion/index-document.ts';
import { startIngestWorkers } from '../src/ingestion/jobs/ingest-worker.ts';
import { createOriginalUpkeep } from '../src/ingestion/maintenance/original-upkeep.ts';
import { createPublication } from '../src/ingestion/publication.ts';
import { SILENT } from '../src/kernel/silent-logger.ts';
import type { AuditEntry } from '../src/ports/access-store.ts';
import type { DocumentStatus } from '../src/ports/document.ts';
import type { DocumentPreparer, PreparableFile, PreparedDocument } from '../src/ports/document-preparer.ts';
import type { DownloadDocument } from '../src/ports/download.ts';
import type { EmbeddingModel } from '../src/ports/embedding-model.ts';
import type { SearchIndex } from '../src/ports/search-index.ts';

const WAIT_MS = 60_000;

/** Enough to see that embeddings arrive. */
const toyModel: EmbeddingModel = {
  id: 'toy',
  embed: async (inputs) =>
    inputs.map(({ text }) => (text === 'unknown' ? new Float32Array(2) : Float32Array.of(0.6, 0.8))),
};

/** A chunk a paragraph, its lower-case words as terms: real enough to be stored and found. */
export async function prepareText(file: PreparableFile): Promise<PreparedDocument> {
  const text = await readFile(file.path, 'utf8');
  const title = file.title ?? file.filename;
  let start = 0;
  const chunks = text.split('\n\n').map((paragraph, ordinal) => {
    const counts = new Map<string, number>();
    for (const [word] of `${title} ${paragraph}`.toLowerCase().matchAll(/[a-z0-9]+/g)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const chunk = {
      ordinal,
      text: paragraph,
      start,
      end: start + paragraph.length,
      page: null,
      section: null,
      ...(isFenced(paragraph) && { layout: { code: [{ start: 4, end: paragraph.length - 4 }] } }),
      ...(paragraph.startsWith('# ') && { layout: { headings: [{ start: 2, end: paragraph.length }] } }),
    };
    start += paragraph.length + 2;
    return { ...chunk, terms: [...counts.keys()], counts: [...counts.values()] };
  });
  return { title, language: 'en', pages: null, text, chunks: chunks.filter((chunk) => chunk.text.trim()) };
}

const isFenced = (paragraph: string) => /^```\n.*\n```$/s.test(paragraph);

/**
 * Ingestion over the real stores in a folder of its own; only parsing happens in this process, and `prepare` decides
 * how. `close` leaves the folder for a `openStand` that follows, as a stopped or killed process does.
 */
export async function openStand(
  options: {
    folder?: string;
    prepare?: DocumentPreparer['prepare'];
    download?: DownloadDocument;
    queueMax?: number;
    graceMs?: number;
    concurrency?: number;
    random?: () => number;
    now?: () => number;
    embeddingModel?: EmbeddingModel;
    onChanged?: (docId: string) => Promise<void>;
    onTitleChanged?: () => void;
    /** What the index refuses: it is asked before each change. */
    refuseIndexing?: (docId: string) => void;
  } = {},
) {
  const { now = Date.now } = options;
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'docent-ingestion-')));
  const documentStore = openSqliteDocumentStore(join(folder, 'documents.db'));
  const originals = await openOriginalFiles(folder);
  const searchIndex = createEmbeddedIndex();
  await searchIndex.load(documentStore.liveChunks());
  const manifests = openManifestFiles(folder);
  const originalUpkeep = createOriginalUpkeep({ documentStore, originals, manifests, logger: SILENT });
  const changes = createDocumentChanges();
  const publication = createPublication({
    documentStore,
    searchIndex: options.refuseIndexing ? refusing(searchIndex, options.refuseIndexing) : searchIndex,
    onChanged: options.onChanged ?? (async () => {}),
    holdModel: (work) => work(),
    ...{ logger: SILENT, firstRepairMs: 5 },
  });
  const download: DownloadDocument =
    options.download ?? (() => Promise.reject(new Error('nothing to download')));
  const indexDocument = createIndexDocument({
    documentStore,
    originals,
    originalUpkeep,
    publication,
    download,
    preparer: { prepare: options.prepare ?? prepareText },
    embeddingUpkeep: {
      whilePublishing: (work) => work(options.embeddingModel ?? toyModel),
      corpusChanged() {},
    },
    fileBytesMax: 1024 * 1024,
    now,
  });
  const { random = () => 0, concurrency = 2, graceMs = 1000, queueMax = 100 } = options;
  const start = () =>
    startIngestWorkers({
      documentStore,
      indexDocument,
      changes,
      onFailed: originalUpkeep.describeLater,
      logger: SILENT,
      now,
      random,
      concurrency,
      graceMs,
    });
  const workers = start();
  const audited: Omit<AuditEntry, 'at'>[] = [];
  const catalog = createCatalog({
    ...{
      documentStore,
      originalUpkeep,
      publication,
      changes,
      workers,
      logger: SILENT,
      now,
      queueMax,
    },
    onTitleChanged: () => options.onTitleChanged?.(),
    audit: async (entry) => void audited.push(entry),
    vetUrl: (url) => (url.includes('forbidden') ? 'It is forbidden.' : undefined),
  });

  const content = createDocumentContent({ documentStore, originals });
  const feed = createDocumentFeed({ documentStore, changes, pauseMs: 5 });

  async function close() {
    await workers[Symbol.asyncDispose]();
    publication[Symbol.dispose]();
    await searchIndex[Symbol.asyncDispose]();
    await documentStore[Symbol.asyncDispose]();
  }

  return {
    ...{
      folder,
      documentStore,
      originals,
      manifests,
      searchIndex,
      catalog,
      content,
      feed,
      workers,
      audited,
      publication,
      close,
    },

    async upload(
      filename: string,
      text: string,
      wishes: { docId?: string; title?: string; tags?: string[]; mayReplace?: boolean } = {},
    ) {
      await using staged = await originals.receive(bytesOf(text), { limitBytes: 1024 * 1024 });
      return await catalog.acceptUpload({
        staged,
        filename,
        mayReplace: true,
        correlationId: `upload of ${filename}`,
        ...wishes,
      });
    },

    /** The record as soon as its status is among `statuses`. */
    async reaches(docId: string, statuses: readonly DocumentStatus[]) {
      const until = Date.now() + WAIT_MS;
      for (;;) {
        const record = await catalog.get(docId);
        if (statuses.includes(record.status)) return record;
        if (Date.now() > until) throw new Error(`${docId} is still ${record.status}`);
        await sleep(2);
      }
    },

    settled(docId: string) {
      return this.reaches(docId, ['done', 'skipped', 'failed']);
    },

    /** Ids and texts of what a search for one word finds, as far as it is live. */
    async find(term: string) {
      const chunks = await documentStore.chunks(await this.indexed(term));
      return {
        docIds: [...new Set(chunks.map(({ document }) => document.docId))].sort(),
        texts: chunks.map(({ text }) => text),
      };
    },

    /** Ids of the chunks that a search for one word finds, live or not. */
    async indexed(term: string) {
      const hits = await searchIndex.search({ terms: [{ term, weight: 1 }] }, { limit: 10 });
      return hits.filter(({ lexical }) => lexical > 0).map(({ chunkId }) => chunkId);
    },

    /** Names of all files under the originals, manifests by their document, and of whatever was left in staging. */
    async files() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && !entry.name.startsWith('documents.db'))
        .map(({ name }) =>
          name.replace(
            /^[0-9a-f]{64}\.(.+)\.[0-9a-f]{8}\.json$/,
            (_, id) => `manifest of ${Buffer.from(id, 'base64url')}`,
          ),
        )
        .sort();
    },

    async [Symbol.asyncDispose]() {
      await close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The index, but for changes that `refuse` throws at. */
function refusing(searchIndex: SearchIndex, refuse: (docId: string) => void): SearchIndex {
  const refusable = (change: (docId: string, ...rest: never[]) => Promise<void>) => ({
    value: async (docId: string, ...rest: never[]) => {
      refuse(docId);
      await change.call(searchIndex, docId, ...rest);
    },
  });
  return Object.create(searchIndex, {
    stage: refusable(searchIndex.stage),
    retire: refusable(searchIndex.retire),
    remove: refusable(searchIndex.remove),
  });
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
