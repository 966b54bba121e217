import { randomUUID } from 'node:crypto';
import { untilAborted } from '../../../concurrency/deadline.ts';
import type { DocumentStore } from '../../../ports/document-store.ts';
import { recordOf } from '../../document-rows/document-row.ts';
import { openConnection } from '../connection.ts';
import type { Durability, OnMigration } from '../database.ts';
import { createAccept } from './accept-queries.ts';
import { createAnalysisQueries } from './analysis-queries.ts';
import { createAnswerSources } from './answer-sources.ts';
import { createBegunEmbeddings } from './begun-embeddings.ts';
import { createChunkQueries } from './chunk-queries.ts';
import { createDescriptionQueries } from './description-queries.ts';
import { createDocumentQueries } from './document-queries.ts';
import { DOCUMENT_LAYOUT } from './document-schema.ts';
import { createEmbeddingModelQueries } from './embedding-model-queries.ts';
import { createEqualEmbeddings } from './equal-embeddings.ts';
import { createJobQueries } from './job-queries.ts';
import { createListQuery } from './list-query.ts';
import { createLiveChunks } from './live-chunks.ts';
import { createLiveDocuments } from './live-documents.ts';
import { createLiveRows } from './live-rows.ts';
import { createReleasedOriginals } from './released-originals.ts';
import { createRequeueLive } from './requeue-live.ts';
import { createTextQueries } from './text-queries.ts';
import { createTotalQueries } from './total-queries.ts';
import { createVersionRemoval } from './version-removal.ts';

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
  const { read, write } = connection;
  const models = createEmbeddingModelQueries(connection);
  const begun = createBegunEmbeddings(connection, models);
  const removal = createVersionRemoval(connection, () => setImmediate(removeDropped));
  const chunks = createChunkQueries(connection, models);
  const texts = createTextQueries(connection);
  const originals = createReleasedOriginals(connection);
  const answerSources = createAnswerSources(connection);
  const documents = createDocumentQueries(connection, { removal, originals, answerSources });
  const requeueLive = createRequeueLive(connection, { removal, forget: documents.forget });
  const analyses = createAnalysisQueries(connection, { models, forget: documents.forget });
  const liveRows = createLiveRows(chunks, documents);
  const jobs = createJobQueries(
    connection,
    { chunks, texts, documents, models, originals, removal },
    newToken,
  );
  const { tag, describe } = createDescriptionQueries(connection);
  const accept = createAccept(connection, { removal, originals, answerSources, tag });
  const equalEmbeddings = createEqualEmbeddings(connection, models);
  const list = createListQuery(connection);
  const totals = createTotalQueries(connection);
  const liveChunks = createLiveChunks(connection, models);
  const live = createLiveDocuments(connection);

  async function writeLive<T>(step: () => T, durability?: Durability): Promise<T> {
    liveRows.documentChanged();
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
      while (await write(() => removal.removeSlice() || models.clearSlice(), 'relaxed'));
    } catch {
      // A full disk, or the store is closed: nobody waits for it.
    } finally {
      isRemoving = false;
    }
  }

  jobs.endAllLeases();

  return {
    async accept(intake) {
      try {
        return await writeLive(() => {
          const row = accept(intake);
          documents.forget(row.doc_id);
          live.retagged(row.doc_id);
          return recordOf(row);
        });
      } catch (error) {
        // Stored before, and named by nobody, unless the change persists all the same.
        originals.unclaimed(intake.original?.contentHash ?? null);
        throw error;
      }
    },
    get: (docId) => read(() => documents.find(docId)),
    getMany: (docIds) =>
      read(() => [...new Set(docIds)].map(documents.find).filter((record) => record !== undefined)),
    list: (filter, page) => read(() => list(filter, page)),
    statusCounts: () => read(totals.byStatus),
    totals: () => read(totals.all),
    ingestCounts: (of) => read(() => totals.ingests(of)),
    describe: (docId, changes) =>
      writeLive(() => {
        documents.forget(docId);
        const row = describe(docId, changes);
        live.retagged(docId);
        return row && recordOf(row);
      }),
    delete: (docId, now) => writeLive(() => documents.delete(docId, now, live.following)),
    linkAnswers: (links, now) =>
      writeLive(() => {
        const known = links.filter(({ docId }) => documents.find(docId)?.kind === 'approved_answer');
        for (const { docId, restsOn } of known) answerSources.add(documents.find(docId)!.sequence, restsOn);
        const lost = known.flatMap(({ restsOn }) => restsOn).filter((docId) => !documents.find(docId));
        return [...new Set(lost)].flatMap((docId) => documents.delete(docId, now, live.following));
      }),
    retry: (docId, options) => write(() => documents.retry(docId, options)),
    requeueLive: (page) => write(() => requeueLive(page)),
    docIdsWithTags: (tags) => read(() => live.withTags(tags)),

    namedOriginals: () => read(originals.named),
    manifests: (docId) => read(() => documents.manifests(docId)),
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
    heartbeat: (job, beat) => write(() => jobs.heartbeat(job, beat), 'relaxed'),
    recordOriginal: (job, original) => write(() => jobs.recordOriginal(job, original)),
    liveDocumentWithHash: (hash, except) => read(() => documents.liveDocumentWithHash(hash, except)),
    stageChunks: (job, staged) => write(() => jobs.stage(job, staged), 'relaxed'),
    stageText: (job, piece) => write(() => jobs.stageText(job, piece), 'relaxed'),
    embeddingsOfEqual: (inputs, of) => read(() => equalEmbeddings(inputs, of)),
    publish: (job, published) =>
      writeLive(() => live.following(job.docId, () => jobs.publish(job, published))),
    finish: (job, outcome) => write(() => jobs.finish(job, outcome)),
    async recover(now) {
      const recovered = await write(() => jobs.recover(now));
      setImmediate(removeDropped);
      return recovered;
    },
    countJobs: () => read(jobs.count),

    chunks: (ids) => read(() => ids.map(liveRows.find).filter((chunk) => chunk !== undefined)),
    listChunks: (docId, page) => read(() => chunks.list(docId, page)),
    text: (docId, range) => read(() => texts.find(docId, range)),
    original: (docId) => read(() => documents.original(docId)),
    liveChunks,
    languages: () => read(live.languages),

    countOtherAnalyses: (analysis) => read(() => analyses.countOthers(analysis)),
    otherAnalyses: (page) => read(() => analyses.others(page)),
    // A power cut only costs the work: whether it was done is lost with it.
    replaceTerms: (docId, terms) =>
      writeLive(() => live.following(docId, () => analyses.replaceTerms(docId, terms)), 'relaxed'),
    haveEmbeddingsOldTerms: () => read(analyses.haveEmbeddingsOldTerms),

    embeddingModel: () => read(models.load),
    beginEmbeddings: begun.begin,
    begunEmbeddings: () => read(begun.find),
    unembeddedChunks: begun.missing,
    addEmbeddings: (embeddings) => write(() => begun.add(embeddings)),
    async switchEmbeddings() {
      await write(begun.switchOver);
      setImmediate(removeDropped);
    },
    liveEmbeddings: begun.live,

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
