import { randomUUID } from 'node:crypto';
import { untilAborted } from '../../../concurrency/deadline.ts';
import type { DocumentStatus } from '../../../ports/document.ts';
import type { IngestCount } from '../../../ports/document-list.ts';
import type { DocumentStore } from '../../../ports/document-store.ts';
import * as sql from '../../sql/document-statements.ts';
import { documentPageOf, type ListedRow, listStatements } from '../../sql/list-statements.ts';
import { selectVisible } from '../../sql/visibility.ts';
import { openConnection } from '../connection.ts';
import type { Durability, OnMigration } from '../database.ts';
import { createChunks } from './chunks.ts';
import { DOCUMENT_LAYOUT } from './document-schema.ts';
import { createEmbeddings } from './embeddings.ts';
import { createJobs } from './jobs.ts';
import { createLiveDocuments } from './live-documents.ts';
import { createRecords } from './records.ts';
import { createReleasedOriginals } from './released-originals.ts';
import { createVersionRemoval } from './version-removal.ts';

const DIALECT = {
  place: 'instr',
  titleKey: 'substr(d.folded, 1, 100)',
  among: (parameter: string) => `IN (SELECT value FROM json_each(${parameter}))`,
} as const;
const SELECT_VISIBLE = selectVisible(DIALECT.among);

/**
 * Opens or creates the SQLite file at `path`. One process at a time may have it open (`data-folder-lock.ts`): the
 * leases of a previous process end here, and `recover` queues their jobs.
 *
 * @param newToken Identifies a claim; must not repeat.
 * @throws {Error} When the file is another program's or a newer Docent's.
 */
export function openSqliteDocumentStore(
  path: string,
  { newToken = randomUUID, onMigration }: { newToken?: () => string; onMigration?: OnMigration } = {},
): DocumentStore {
  const connection = openConnection(path, 'document_store', DOCUMENT_LAYOUT, onMigration);
  const { read, write, one, all } = connection;
  const live = createLiveDocuments(connection, DIALECT);
  const removal = createVersionRemoval(connection, () => setImmediate(removeDropped));
  const originals = createReleasedOriginals(connection);
  const records = createRecords(connection, { removal, originals, live });
  const embeddings = createEmbeddings(connection);
  const chunks = createChunks(connection, { records, embeddings });
  const jobs = createJobs(connection, { records, chunks, embeddings, originals, removal, live }, newToken);

  async function writeLive<T>(step: () => T, durability?: Durability): Promise<T> {
    chunks.documentChanged();
    try {
      return await write(step, durability);
    } catch (error) {
      live.forget();
      throw error;
    }
  }

  let isRemoving = false;

  /** In slices, yielding in between; after a failure or an interruption the next call continues. */
  async function removeDropped(): Promise<void> {
    if (isRemoving) return;
    isRemoving = true;
    try {
      while (await write(() => removal.removeSlice() || embeddings.clearSlice(), 'relaxed'));
    } catch {
      // A full disk, or the store is closed: nobody waits for it.
    } finally {
      isRemoving = false;
    }
  }

  const statusCounts = () =>
    sql.statusCountsOf(all<{ status: DocumentStatus; documents: number }>(sql.COUNT_STATUSES));

  jobs.endAllLeases();

  return {
    async accept(intake) {
      try {
        return await writeLive(() => records.accept(intake));
      } catch (error) {
        // Stored before, and named by nobody, unless the change persists anyway.
        originals.unclaimed(intake.original?.contentHash ?? null);
        throw error;
      }
    },
    get: (docId) => read(() => records.find(docId)),
    getMany: (docIds) =>
      read(() => [...new Set(docIds)].map(records.find).filter((record) => record !== undefined)),
    list: (filter, page) =>
      read(() => {
        const { count, select } = listStatements(filter, page, DIALECT);
        const { total } = one<{ total: number }>(count.sql, ...count.values)!;
        return documentPageOf(all<ListedRow>(select.sql, ...select.values), page.limit, total);
      }),
    statusCounts: () => read(statusCounts),
    totals: () =>
      read(() => {
        const totals = one<{ chunks: number; bytes: number }>(sql.SELECT_TOTALS)!;
        return { byStatus: statusCounts(), chunks: totals.chunks, originalBytes: totals.bytes };
      }),
    ingestCounts: ({ from, bucketMs }) => read(() => all<IngestCount>(sql.COUNT_INGESTS, from, bucketMs)),
    describe: (docId, changes) => writeLive(() => records.describe(docId, changes)),
    delete: (docId, now) => writeLive(() => records.remove(docId, now)),
    linkAnswers: (links, now) => writeLive(() => records.linkAnswers(links, now)),
    retry: (docId, options) => write(() => records.retry(docId, options)),
    requeueLive: (page) => write(() => records.requeueLive(page)),
    visibleAmong: (docIds, tags) =>
      read(() =>
        all<{ doc_id: string }>(SELECT_VISIBLE, JSON.stringify(docIds), JSON.stringify(tags)).map(
          (row) => row.doc_id,
        ),
      ),
    docIdsWithTags: (tags) => read(() => live.withTags(tags)),

    namedOriginals: () => read(originals.named),
    manifests: (docId) => read(() => records.manifests(docId)),
    async takeReleased() {
      const released = await read(originals.take);
      // What released them may not be synced yet, and a power cut would undo it.
      if (released.length > 0) await write(() => undefined);
      return released;
    },
    releasedOriginals: () => read(originals.all),
    recordUnnamed: (hashes, now) => write(() => originals.recordUnnamed(hashes, now)),
    // A power cut only costs the work: what is not there is removed again.
    forgetReleased: (released) => write(() => originals.forget(released), 'relaxed'),
    async ifUnnamed(contentHash, discard) {
      await read(() => (originals.isNamed(contentHash) ? undefined : discard()));
    },

    // A power cut only costs the work: it is done again.
    claimJob: (options) => write(() => jobs.claim(options), 'relaxed'),
    nextJobDueAt: () => read(jobs.nextDueAt),
    heartbeat: (job, renewal) => write(() => jobs.heartbeat(job, renewal), 'relaxed'),
    recordOriginal: (job, original) => write(() => jobs.recordOriginal(job, original)),
    liveDocumentWithHash: (hash, except) => read(() => records.liveWithHash(hash, except)),
    stageChunks: (job, staged) => write(() => jobs.stage(job, staged), 'relaxed'),
    stageText: (job, piece) => write(() => jobs.stageText(job, piece), 'relaxed'),
    embeddingsOfEqual: (inputs, of) => read(() => embeddings.ofEqual(inputs, of)),
    publish: (job, published) => writeLive(() => jobs.publish(job, published)),
    finish: (job, outcome) => write(() => jobs.finish(job, outcome)),
    async recover(now) {
      const recovered = await write(() => jobs.recover(now));
      setImmediate(removeDropped);
      return recovered;
    },
    countJobs: () => read(jobs.count),

    chunks: (ids) => read(() => ids.map(chunks.find).filter((chunk) => chunk !== undefined)),
    listChunks: (docId, page) => read(() => chunks.list(docId, page)),
    text: (docId, range) => read(() => chunks.text(docId, range)),
    original: (docId) => read(() => records.original(docId)),
    liveChunks: chunks.live,
    languages: (docIds) => read(() => (docIds ? live.languagesOf(docIds) : live.languages())),

    countOtherAnalyses: (analysis) => read(() => records.countOtherAnalyses(analysis)),
    otherAnalyses: (page) => read(() => records.otherAnalyses(page)),
    // A power cut only costs the work: whether it was done is lost with it.
    replaceTerms: (docId, terms) =>
      writeLive(() => live.following(docId, () => chunks.replaceTerms(docId, terms)), 'relaxed'),
    haveEmbeddingsOldTerms: () => read(embeddings.haveOldTerms),

    embeddingModel: () => read(embeddings.load),
    beginEmbeddings: embeddings.begin,
    begunEmbeddings: () => read(embeddings.begun),
    unembeddedChunks: embeddings.unembedded,
    addEmbeddings: (added) => write(() => embeddings.add(added)),
    async switchEmbeddings() {
      await write(embeddings.switchOver);
      setImmediate(removeDropped);
    },
    liveEmbeddings: embeddings.live,

    changes: (signal) => untilTheEnd(signal),
    requestEmbeddings: async () => false,

    ping: connection.ping,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

/** Nobody else changes the database. */
async function* untilTheEnd(signal: AbortSignal): AsyncGenerator<never> {
  await untilAborted(new Promise(() => {}), signal);
}
