import { randomUUID } from 'node:crypto';
import type { DocumentStore, StoreChange } from '../../../ports/document-store.ts';
import { recordOf } from '../../document-rows/document-row.ts';
import type { Connection } from '../connection.ts';
import { migrate } from '../migrations.ts';
import { pingOf } from '../ping.ts';
import { accept } from './accept.ts';
import { countOtherAnalyses, haveEmbeddingsOldTerms, otherAnalyses, replaceTerms } from './analyses.ts';
import { addEmbeddings, findBegun, findUnembedded, liveEmbeddings } from './begun-embeddings.ts';
import { createBriefCache } from './brief-cache.ts';
import type { Change } from './change.ts';
import { findChunks, listChunks } from './chunk-queries.ts';
import { claim, leased } from './claims.ts';
import { deleteDocument, linkAnswers } from './deletion.ts';
import { describe } from './descriptions.ts';
import { DOCUMENT_MIGRATIONS } from './document-schema.ts';
import { beginModel, clearUnusedSlot, loadModel, switchModel } from './embedding-models.ts';
import { embeddingsOfEqual } from './equal-embeddings.ts';
import {
  countJobs,
  finish,
  heartbeat,
  nextJobDueAt,
  publish,
  recordOriginal,
  recover,
  stageChunks,
} from './job-queries.ts';
import { listDocuments } from './list-query.ts';
import { liveChunks } from './live-chunks.ts';
import { findManifests, findOriginal, getRecords, liveDocumentWithHash } from './records.ts';
import { createReleasedOriginals } from './released-originals.ts';
import { requeueLive } from './requeue-live.ts';
import { retry } from './retry.ts';
import { findText, stageText } from './text-queries.ts';
import { countIngests, countStatuses, findTagged, sumLanguages, totalsOf } from './totals.ts';
import { createVersionRemoval } from './version-removal.ts';

/** How long counts, languages and the documents of a tag are taken for the present ones: each needs a look at many rows. */
const BRIEF_MS = 1_000;
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
  { briefMs = BRIEF_MS }: { briefMs?: number } = {},
): Promise<DocumentStore> {
  await migrate(connection, 'documents', DOCUMENT_MIGRATIONS);
  const removal = createVersionRemoval(connection);
  const originals = createReleasedOriginals(connection);
  const parts = { removal, originals };
  const brief = createBriefCache(briefMs);

  /** Changes records, and tells all processes at the commit. */
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
      brief.clear();
      for (const action of afterwards) action();
    }
  }

  return {
    async accept(intake) {
      try {
        return recordOf(await write((change) => accept(change, intake, parts)));
      } catch (error) {
        // Stored before, and named by nobody, unless the change persists all the same.
        originals.unclaimed(intake.original?.contentHash ?? null);
        throw error;
      }
    },
    get: async (docId) => (await getRecords(connection, [docId]))[0],
    getMany: (docIds) => getRecords(connection, docIds),
    list: (filter, page) => listDocuments(connection, filter, page),
    statusCounts: () => brief.get('statuses', () => countStatuses(connection)),
    totals: async () => totalsOf(connection, await countStatuses(connection)),
    ingestCounts: (of) => countIngests(connection, of),
    async describe(docId, changes) {
      const row = await write((change) => describe(change, docId, changes));
      return row && recordOf(row);
    },
    delete: (docId, now) => write((change) => deleteDocument(change, docId, now, parts)),
    linkAnswers: (links, now) => write((change) => linkAnswers(change, links, now, parts)),
    retry: (docId, options) => write((change) => retry(change, docId, options, originals)),
    requeueLive: (page) => write((change) => requeueLive(change, page, removal)),
    docIdsWithTags: (tags) => brief.get(`tags ${JSON.stringify(tags)}`, () => findTagged(connection, tags)),

    namedOriginals: originals.named,
    manifests: (docId) => findManifests(connection, docId),
    takeReleased: originals.take,
    releasedOriginals: originals.all,
    recordUnnamed: originals.recordUnnamed,
    forgetReleased: originals.forget,
    ifUnnamed: originals.ifUnnamed,

    claimJob: (options) =>
      write((change) => claim(change, options, { removal, newToken: randomUUID }), { durability: 'relaxed' }),
    nextJobDueAt: () => nextJobDueAt(connection),
    heartbeat: (job, beat) => write((change) => heartbeat(change, job, beat), { durability: 'relaxed' }),
    async recordOriginal(job, original) {
      const isOurs = await write((change) => recordOriginal(change, job, original));
      if (!isOurs) originals.unclaimed(original.contentHash);
      return isOurs;
    },
    liveDocumentWithHash: (hash, except) => liveDocumentWithHash(connection, hash, except),
    stageChunks: (job, chunks) =>
      connection.transaction((queries) => stageChunks(unannounced(queries), job, chunks), {
        durability: 'relaxed',
      }),
    stageText: (job, piece) =>
      connection.transaction(
        async (queries) => {
          const row = await leased(unannounced(queries), job);
          if (row) await stageText(queries, row, piece);
          return row !== undefined;
        },
        { durability: 'relaxed' },
      ),
    embeddingsOfEqual: (inputs, of) => embeddingsOfEqual(connection, inputs, of),
    publish: (job, published) => write((change) => publish(change, job, published, parts)),
    finish: (job, outcome) => write((change) => finish(change, job, outcome, parts)),
    async recover(now) {
      const recovered = await write((change) => recover(change, now, parts));
      void removal.removeDropped();
      return recovered;
    },
    countJobs: () => countJobs(connection),

    chunks: (chunkIds, options) => findChunks(connection, chunkIds, options?.signal),
    listChunks: (docId, page) => listChunks(connection, docId, page),
    text: (docId, range) => findText(connection, docId, range),
    original: (docId) => findOriginal(connection, docId),
    liveChunks: (docId) => liveChunks(connection, docId),
    languages: () => brief.get('languages', () => sumLanguages(connection)),

    countOtherAnalyses: (analysis) => countOtherAnalyses(connection, analysis),
    otherAnalyses: (page) => otherAnalyses(connection, page),
    replaceTerms: (docId, terms) =>
      write((change) => replaceTerms(change, docId, terms), { durability: 'relaxed' }),
    haveEmbeddingsOldTerms: () => haveEmbeddingsOldTerms(connection),

    embeddingModel: () => loadModel(connection),
    beginEmbeddings: (model) => connection.transaction((queries) => beginModel(queries, model)),
    begunEmbeddings: () => findBegun(connection),
    unembeddedChunks: (page) => findUnembedded(connection, page),
    addEmbeddings: (embeddings) => connection.transaction((queries) => addEmbeddings(queries, embeddings)),
    async switchEmbeddings() {
      await connection.transaction(async (queries) => {
        await switchModel(queries);
        await queries.query(NOTIFY, [CHANNEL, [MODEL_SWITCHED]]);
      });
      await connection.transaction(clearUnusedSlot);
    },
    liveEmbeddings: () => liveEmbeddings(connection),

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

/** For what no record shows. */
function unannounced(queries: Pick<Change, 'query'>): Change {
  return { ...queries, changed() {}, afterwards() {} };
}

async function* changesOf(connection: Connection, signal: AbortSignal): AsyncGenerator<StoreChange> {
  for await (const payload of connection.listen(CHANNEL, signal)) {
    if (payload === undefined) yield 'missed';
    else if (payload === MODEL_SWITCHED) yield 'model';
    else yield payload === REQUESTED ? 'request' : { docId: payload };
  }
}
