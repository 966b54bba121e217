import { randomUUID } from 'node:crypto';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { Change, DocumentDatabase } from './document-driver.ts';
import { createDocumentJobs, versionOf } from './document-jobs.ts';
import { createDocumentRecords } from './document-records.ts';
import { createReleasedOriginals } from './released-originals.ts';
import { createStoredChunks } from './stored-chunks.ts';
import { createVersionRemoval } from './version-removal.ts';
import { rowsOf, type Work } from './work.ts';

/**
 * What SQLite and PostgreSQL have in common of a document store: everything but chunks by their ids, and embeddings.
 *
 * @param newToken Identifies a claim; must not repeat.
 */
export function createSqlDocumentStore(database: DocumentDatabase, newToken: () => string = randomUUID) {
  const { driver, read, write } = database;
  const originals = createReleasedOriginals(database);
  const removal = createVersionRemoval(driver, (work) => write(work, 'relaxed'));
  const chunks = createStoredChunks(driver.dialect);
  const records = createDocumentRecords(database, { originals, removal });
  const jobs = createDocumentJobs(database, { records, originals, chunks, removal, newToken });

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
    ...records.store,
    ...jobs,
    ...originals.store,
    begunEmbeddings: () => read(chunks.begunEmbeddings),
    embeddingsOfEqual: (inputs, of) => read(() => chunks.embeddingsOfEqual(inputs, of)),
    listChunks: (docId, page) => read(() => chunks.list(docId, page)),
    text: (docId, range) => read(() => chunks.text(docId, range)),
    liveChunks: (docId) => chunks.live(read, docId),
    // A power cut only costs the work: whether it was done is lost with it.
    replaceTerms: (docId, terms) =>
      write((change) => driver.following(docId, replaceTerms(change, docId, terms)), 'relaxed'),
    haveEmbeddingsOldTerms: async () =>
      (await read(() => rowsOf('SELECT 1 FROM embedding_models WHERE is_current AND has_old_terms'))).length >
      0,
  } satisfies Partial<DocumentStore>;

  return {
    store,
    /** Removes in the background what nobody reads any more. */
    removeDropped: removal.removeDropped,
    isUnnamed: originals.isUnnamed,
  };
}
