import { randomUUID } from 'node:crypto';
import type { DocumentStore, StoreChange } from '../../../ports/document-store.ts';
import type { Connection } from '../connection.ts';
import { migrate } from '../migrations.ts';
import { pingOf } from '../ping.ts';
import type { Change } from './change.ts';
import { findChunks, findText, listChunks, liveChunks, replaceTerms } from './chunks.ts';
import { DOCUMENT_MIGRATIONS } from './document-schema.ts';
import * as embeddings from './embeddings.ts';
import * as jobs from './jobs.ts';
import * as records from './records.ts';
import { createReleasedOriginals } from './released-originals.ts';
import { createShortCache } from './short-cache.ts';
import { createVersionRemoval } from './version-removal.ts';

/** How long counts, languages and the documents of a tag are cached: each needs many rows. */
const CACHE_MS = 1_000;
/** Payloads: the id of a changed document, or a sign, which is no id. */
const CHANNEL = 'docent_documents';
const MODEL_SWITCHED = '*';
const REQUESTED = '+';

/**
 * The record of truth in PostgreSQL, for any number of processes. The row of a document is the mutex of all that belongs
 * to it. Disposing of the store closes the connection.
 */
export async function openPostgresDocumentStore(
  connection: Connection,
  { cacheMs = CACHE_MS }: { cacheMs?: number } = {},
): Promise<DocumentStore> {
  await migrate(connection, 'documents', DOCUMENT_MIGRATIONS);
  const removal = createVersionRemoval(connection);
  const originals = createReleasedOriginals(connection);
  const parts = { removal, originals };
  const cache = createShortCache(cacheMs);

  /** Changes records, and notifies all processes at the commit. */
  async function write<T>(
    work: (change: Change) => Promise<T>,
    options: { durability?: 'relaxed' } = {},
  ): Promise<T> {
    let afterwards: (() => void)[] = [];
    try {
      return await connection.transaction(async ({ query }) => {
        const changed = new Set<string>();
        afterwards = [];
        const done = await work({
          query,
          changed: (docId) => void changed.add(docId),
          afterwards: (action) => void afterwards.push(action),
        });
        if (changed.size > 0) await query(NOTIFY, [CHANNEL, [...changed]]);
        return done;
      }, options);
    } finally {
      cache.clear();
      for (const action of afterwards) action();
    }
  }

  return {
    async accept(intake) {
      try {
        return await write((change) => records.accept(change, intake, parts));
      } catch (error) {
        // Stored before, and named by nobody, unless the change persists anyway.
        originals.unclaimed(intake.original?.contentHash ?? null);
        throw error;
      }
    },
    get: async (docId) => (await records.getRecords(connection, [docId]))[0],
    getMany: (docIds) => records.getRecords(connection, docIds),
    list: (filter, page) => records.listDocuments(connection, filter, page),
    statusCounts: () => cache.get('statuses', () => records.countStatuses(connection)),
    totals: async () => records.totalsOf(connection, await records.countStatuses(connection)),
    ingestCounts: (of) => records.countIngests(connection, of),
    describe: (docId, changes) => write((change) => records.describe(change, docId, changes)),
    delete: (docId, now) => write((change) => records.removeDocument(change, docId, now, parts)),
    linkAnswers: (links, now) => write((change) => records.linkAnswers(change, links, now, parts)),
    retry: (docId, options) => write((change) => records.retry(change, docId, options, originals)),
    requeueLive: (page) => write((change) => records.requeueLive(change, page, removal)),
    visibleAmong: (docIds, tags) => records.visibleAmong(connection, docIds, tags),
    docIdsWithTags: (tags) =>
      cache.get(`tags ${JSON.stringify(tags)}`, () => records.findTagged(connection, tags)),

    namedOriginals: originals.named,
    manifests: (docId) => records.findManifests(connection, docId),
    takeReleased: originals.take,
    releasedOriginals: originals.all,
    recordUnnamed: originals.recordUnnamed,
    forgetReleased: originals.forget,
    ifUnnamed: originals.ifUnnamed,

    claimJob: (options) =>
      write((change) => jobs.claim(change, options, { removal, newToken: randomUUID }), {
        durability: 'relaxed',
      }),
    nextJobDueAt: () => jobs.nextJobDueAt(connection),
    heartbeat: (job, renewal) =>
      write((change) => jobs.heartbeat(change, job, renewal), { durability: 'relaxed' }),
    async recordOriginal(job, original) {
      const isOurs = await write((change) => jobs.recordOriginal(change, job, original));
      if (!isOurs) originals.unclaimed(original.contentHash);
      return isOurs;
    },
    liveDocumentWithHash: (hash, except) => records.liveDocumentWithHash(connection, hash, except),
    // No record shows what is staged.
    stageChunks: (job, chunks) =>
      connection.transaction((queries) => jobs.stageChunks(queries, job, chunks), { durability: 'relaxed' }),
    stageText: (job, piece) =>
      connection.transaction((queries) => jobs.stageText(queries, job, piece), { durability: 'relaxed' }),
    embeddingsOfEqual: (inputs, of) => embeddings.embeddingsOfEqual(connection, inputs, of),
    publish: (job, published) => write((change) => jobs.publish(change, job, published, parts)),
    finish: (job, outcome) => write((change) => jobs.finish(change, job, outcome, parts)),
    async recover(now) {
      const recovered = await write((change) => jobs.recover(change, now, parts));
      void removal.removeDropped();
      return recovered;
    },
    countJobs: () => jobs.countJobs(connection),

    chunks: (chunkIds, options) => findChunks(connection, chunkIds, options?.signal),
    listChunks: (docId, page) => listChunks(connection, docId, page),
    text: (docId, range) => findText(connection, docId, range),
    original: (docId) => records.findOriginal(connection, docId),
    liveChunks: (docId) => liveChunks(connection, docId),
    languages: (docIds) =>
      docIds
        ? records.sumLanguages(connection, docIds)
        : cache.get('languages', () => records.sumLanguages(connection)),

    countOtherAnalyses: (analysis) => records.countOtherAnalyses(connection, analysis),
    otherAnalyses: (page) => records.otherAnalyses(connection, page),
    replaceTerms: (docId, terms) =>
      write((change) => replaceTerms(change, docId, terms), { durability: 'relaxed' }),
    haveEmbeddingsOldTerms: () => embeddings.haveOldTerms(connection),

    embeddingModel: () => embeddings.loadModel(connection),
    beginEmbeddings: (model) => connection.transaction((queries) => embeddings.beginModel(queries, model)),
    begunEmbeddings: () => embeddings.findBegun(connection),
    unembeddedChunks: (page) => embeddings.findUnembedded(connection, page),
    addEmbeddings: (added) => connection.transaction((queries) => embeddings.addEmbeddings(queries, added)),
    async switchEmbeddings() {
      await connection.transaction(async (queries) => {
        await embeddings.switchModel(queries);
        await queries.query(NOTIFY, [CHANNEL, [MODEL_SWITCHED]]);
      });
      await connection.transaction(embeddings.clearUnusedSlot);
    },
    liveEmbeddings: () => embeddings.liveEmbeddings(connection),

    changes: (signal) => changesOf(connection, signal),
    async requestEmbeddings() {
      await connection.query(NOTIFY, [CHANNEL, [REQUESTED]]);
      return true;
    },
    ping: pingOf(connection),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

const NOTIFY = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload';

async function* changesOf(connection: Connection, signal: AbortSignal): AsyncGenerator<StoreChange> {
  for await (const payload of connection.listen(CHANNEL, signal)) {
    if (payload === undefined) yield 'missed';
    else if (payload === MODEL_SWITCHED) yield 'model';
    else yield payload === REQUESTED ? 'request' : { docId: payload };
  }
}
