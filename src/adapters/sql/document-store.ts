import { randomUUID } from 'node:crypto';
import type { IngestCount } from '../../ports/document-list.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { Change, DocumentDriver, VersionOf } from './document-driver.ts';
import { createDocumentJobs } from './document-jobs.ts';
import { createDocumentRecords } from './document-records.ts';
import { type DocumentRow, manifestsOf, recordOf, storedOriginalOf } from './document-row.ts';
import * as sql from './document-statements.ts';
import { createReleasedOriginals } from './released-originals.ts';
import { createStoredChunks } from './stored-chunks.ts';
import { createVersionRemoval } from './version-removal.ts';
import { firstOf, rowsOf, totalOf, type Work } from './work.ts';

/** A database with documents. */
export interface DocumentDatabase {
  readonly driver: DocumentDriver;
  /** Outside of any change: it sees what is committed. */
  read<T>(work: () => Work<T>): Promise<T>;
  /** As one atomic change. `relaxed`: a crash may lose it. */
  write<T>(work: (change: Change) => Work<T>, durability?: 'relaxed'): Promise<T>;
}

/**
 * What SQLite and PostgreSQL have in common of a document store: everything but chunks by their ids, and embeddings.
 *
 * @param newToken Identifies a claim; must not repeat.
 */
export function createSqlDocumentStore(
  { driver, read, write }: DocumentDatabase,
  newToken: () => string = randomUUID,
) {
  const originals = createReleasedOriginals(driver.dialect);
  const removal = createVersionRemoval(driver, (work) => write(work, 'relaxed'));
  const chunks = createStoredChunks(driver.dialect);
  const records = createDocumentRecords(driver, { originals, removal });
  const jobs = createDocumentJobs(driver, { records, originals, chunks, removal, newToken });

  function* replaceTerms(
    change: Change,
    docId: string,
    { version, chunks: others, reason, analysed }: Parameters<DocumentStore['replaceTerms']>[1],
  ): Work<boolean> {
    const row = yield* records.locked(docId);
    if (row?.live_version !== version) return false;
    yield* driver.setTerms({ ...versionOf(row), version }, others);
    if (others.length > 0 && reason === 'analysis')
      yield* rowsOf('UPDATE embedding_models SET has_old_terms = true WHERE NOT has_old_terms');
    if (analysed?.title === row.title) {
      const { analysis, language } = analysed;
      yield* rowsOf('UPDATE documents SET analysis = $2, language = $3 WHERE sequence = $1', [
        ...[row.sequence, analysis, language],
      ]);
      change.changed(docId);
    }
    return true;
  }

  const store = {
    async accept(intake) {
      try {
        return await write((change) => records.accept(change, intake));
      } catch (error) {
        // Stored before, and named by nobody, unless the change persists anyway.
        originals.unclaimed(intake.original?.contentHash ?? null);
        throw error;
      }
    },
    async get(docId) {
      const row = await read(() => records.rowOf(docId));
      return row && recordOf(row);
    },
    getMany: (docIds) => read(() => records.many(docIds)),
    list: (filter, page) => read(() => records.list(filter, page)),
    statusCounts: () => read(records.statusCounts),
    totals: () => read(records.totals),
    ingestCounts: ({ from, bucketMs }) =>
      read(() => rowsOf<IngestCount>(sql.COUNT_INGESTS, [from, bucketMs])),
    describe: (docId, changes) => write((change) => records.describe(change, docId, changes)),
    delete: (docId, now) => write((change) => records.remove(change, docId, now)),
    linkAnswers: (links, now) => write((change) => records.linkAnswers(change, links, now)),
    retry: (docId, options) => write((change) => records.retry(change, docId, options)),
    requeueLive: (page) => write((change) => records.requeueLive(change, page)),
    visibleAmong: (docIds, tags) => read(() => records.visibleAmong(docIds, tags)),
    languages: (docIds) => read(() => records.languages(docIds)),

    namedOriginals: () => read(originals.named),
    async manifests(docId) {
      const row = await read(() => records.rowOf(docId));
      return row ? manifestsOf(row) : [];
    },
    async original(docId) {
      const row = await read(() => records.rowOf(docId));
      return row && storedOriginalOf(row);
    },
    async takeReleased() {
      const taken = originals.take();
      try {
        return taken.length === 0 ? [] : await read(() => originals.unnamed(taken));
      } catch (error) {
        originals.untake(taken);
        throw error;
      }
    },
    releasedOriginals: () => read(originals.all),
    recordUnnamed: (hashes, now) => write(() => originals.recordUnnamed(hashes, now)),
    // A power cut only costs the work: what is not there is removed again.
    forgetReleased: (released) => write(() => originals.forget(released), 'relaxed'),

    // A power cut only costs the work: it is done again.
    claimJob: (options) => write((change) => jobs.claim(change, options), 'relaxed'),
    nextJobDueAt: () => read(jobs.nextDueAt),
    heartbeat: (job, renewal) => write((change) => jobs.heartbeat(change, job, renewal), 'relaxed'),
    recordOriginal: (job, original) => write((change) => jobs.recordOriginal(change, job, original)),
    async liveDocumentWithHash(hash, except) {
      const values = [hash, except];
      return (await read(() => firstOf<{ doc_id: string }>(sql.SELECT_LIVE_WITH_HASH, values)))?.doc_id;
    },
    publish: (job, published) =>
      write((change) => driver.following(job.docId, jobs.publish(change, job, published))),
    finish: (job, outcome) => write((change) => jobs.finish(change, job, outcome)),
    async recover(now) {
      const recovered = await write((change) => jobs.recover(change, now));
      void removal.removeDropped();
      return recovered;
    },
    countJobs: () => read(jobs.count),

    // The model first: who changes which there is waits for documents.
    stageChunks: (job, staged) =>
      write(function* () {
        const slot = (yield* chunks.modelInUse())?.slot ?? 0;
        const row = yield* jobs.leased(job);
        if (row) yield* driver.addChunks(versionOf(row), staged, slot);
        return row !== undefined;
      }, 'relaxed'),
    stageText: (job, piece) =>
      write(function* () {
        const row = yield* jobs.leased(job);
        if (row) yield* chunks.addText(row.sequence, row.version, piece);
        return row !== undefined;
      }, 'relaxed'),
    begunEmbeddings: () => read(chunks.begunEmbeddings),
    listChunks: (docId, page) => read(() => chunks.list(docId, page)),
    text: (docId, range) => read(() => chunks.text(docId, range)),
    liveChunks: (docId) => chunks.live(read, docId),
    // A power cut only costs the work: whether it was done is lost with it.
    replaceTerms: (docId, terms) =>
      write((change) => driver.following(docId, replaceTerms(change, docId, terms)), 'relaxed'),
    haveEmbeddingsOldTerms: async () =>
      (await read(() => rowsOf('SELECT 1 FROM embedding_models WHERE is_current AND has_old_terms'))).length >
      0,

    countOtherAnalyses: (analysis) => read(() => totalOf(sql.COUNT_OTHER_ANALYSES, [analysis])),
    otherAnalyses: (page) => read(() => records.otherAnalyses(page)),
  } satisfies Partial<DocumentStore>;

  return {
    store,
    /** Removes in the background what nobody reads any more. */
    removeDropped: removal.removeDropped,
    isUnnamed: function* (contentHash: string): Work<boolean> {
      const found = yield* originals.unnamed([{ contentHash, docId: null, releasedAt: 0 }]);
      return found.length > 0;
    },
  };
}

function versionOf({ doc_id: docId, sequence: document, version }: DocumentRow): VersionOf {
  return { docId, document, version };
}
