import { randomUUID } from 'node:crypto';
import { untilAborted } from '../../../concurrency/deadline.ts';
import { createCache } from '../../../kernel/cache.ts';
import type { DocumentRecord } from '../../../ports/document.ts';
import type { DocumentStore } from '../../../ports/document-store.ts';
import type { Change, Dialect, DocumentDriver } from '../../sql/document-driver.ts';
import { type DocumentRow, recordOf } from '../../sql/document-row.ts';
import { createSqlDocumentStore } from '../../sql/document-store.ts';
import type { Work } from '../../sql/work.ts';
import { openConnection } from '../connection.ts';
import type { OnMigration } from '../database.ts';
import { doWork, immediately } from '../sql-database.ts';
import { createChunks } from './chunks.ts';
import { DOCUMENT_LAYOUT } from './document-schema.ts';
import { createEmbeddings } from './embeddings.ts';
import { createLiveDocuments } from './live-documents.ts';
import { createSavedIndexRecord } from './saved-index.ts';

/** Size of the record cache: some ten thousand records. */
const CACHE_BYTES_MAX = 8 * 1024 * 1024;
/** Memory of a record without its texts. */
const RECORD_BYTES = 600;

export const SQLITE_DIALECT: Dialect = {
  place: 'instr',
  titleKey: 'substr(d.folded, 1, 100)',
  each: (parameter) => `json_each(${parameter})`,
  // A change is alone.
  lock: () => '',
  chunks: {
    start: 'start',
    end: 'end',
    joinTerms: 'LEFT JOIN chunk_terms t ON t.chunk = c.chunk',
    joinEmbeddings: (slot) => `LEFT JOIN embeddings_${slot} e ON e.chunk = c.chunk`,
    zeros: 'zeroblob(length(vector))',
    deleteEmbeddings: ['embeddings_0', 'embeddings_1'].map(
      (table) =>
        `DELETE FROM ${table} WHERE chunk IN (SELECT chunk FROM chunks WHERE document = $1 AND version = $2)`,
    ),
    deleteChunks: [
      ...['embeddings_0', 'embeddings_1', 'chunk_terms'].map(
        (table) => `DELETE FROM ${table} WHERE chunk IN (
           SELECT chunk FROM chunks WHERE document = $1 AND version = $2 AND ordinal <= $3
         )`,
      ),
      'DELETE FROM chunks WHERE document = $1 AND version = $2 AND ordinal <= $3',
    ],
  },
};

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
): DocumentStore & { readonly savedIndex: ReturnType<typeof createSavedIndexRecord>['record'] } {
  const connection = openConnection(path, 'document_store', DOCUMENT_LAYOUT, onMigration);
  const { read, one, run } = connection;
  const recordCache = createCache<string, DocumentRecord>({
    sizeMax: CACHE_BYTES_MAX,
    sizeOf: bytesOfRecord,
  });
  const live = createLiveDocuments(connection);
  const embeddings = createEmbeddings(connection);
  const chunks = createChunks(connection, { find, embeddings });
  const savedIndex = createSavedIndexRecord(connection);

  const change: Change = {
    changed(docId) {
      recordCache.delete(docId);
      live.retagged(docId);
    },
    // What is released is looked up again before it is used.
    afterwards: (action) => action(),
  };

  const driver: DocumentDriver = {
    dialect: SQLITE_DIALECT,
    claimContent: () => immediately(() => undefined),
    inserted: (row) => immediately(() => row),
    deleted: () => immediately(() => undefined),
    following: live.following,
    clearEmbeddings: () => immediately(embeddings.clearSlice),
    addChunks: (of, added, slot) => immediately(() => chunks.add(of, added, slot)),
    setTerms: (of, others) =>
      immediately(() => {
        savedIndex.termsReplaced(of.docId);
        chunks.setTerms(of, others);
      }),
  };

  /** A step that fails may have changed what the caches follow. */
  async function write<T>(step: () => T, durability?: 'relaxed'): Promise<T> {
    try {
      return await connection.write(step, durability);
    } catch (error) {
      live.forget();
      throw error;
    }
  }

  /** May return the same object twice. */
  function find(docId: string): DocumentRecord | undefined {
    const known = recordCache.get(docId);
    if (known) return known;
    const row = one<DocumentRow>('SELECT * FROM documents WHERE doc_id = $1', docId);
    const record = row && recordOf(row);
    if (record) recordCache.set(docId, record);
    return record;
  }

  const database = {
    driver,
    read: <T>(work: () => Work<T>) => read(() => doWork(connection, work())),
    write: <T>(work: (change: Change) => Work<T>, durability?: 'relaxed') =>
      write(() => doWork(connection, work(change)), durability),
  };
  const { store, isUnnamed, removeDropped } = createSqlDocumentStore(database, newToken);

  // Only the process that took a lease knows it: all have ended when a new one opens the store.
  run('UPDATE jobs SET due_at = 0 WHERE lease_token IS NOT NULL');

  return {
    ...store,
    get: (docId) => read(() => find(docId)),
    getMany: (docIds) => read(() => [...new Set(docIds)].map(find).filter((record) => record !== undefined)),
    docIdsWithTags: (tags) => read(() => live.withTags(tags)),
    languages: (docIds) => (docIds ? store.languages(docIds) : read(live.languages)),

    async takeReleased() {
      const released = await store.takeReleased();
      // What released them may not be synced yet, and a power cut would undo it.
      if (released.length > 0) await write(() => undefined);
      return released;
    },
    async ifUnnamed(contentHash, discard) {
      await read(() => (doWork(connection, isUnnamed(contentHash)) ? discard() : undefined));
    },

    chunks: (ids) => read(() => ids.map(chunks.chunk).filter((chunk) => chunk !== undefined)),

    embeddingModel: () => read(embeddings.load),
    beginEmbeddings: embeddings.begin,
    unembeddedChunks: embeddings.unembedded,
    addEmbeddings: (added) => write(() => embeddings.add(added)),
    async switchEmbeddings() {
      await write(() => {
        savedIndex.embeddingsReplaced();
        embeddings.switchOver();
      });
      void removeDropped();
    },
    liveEmbeddings: embeddings.live,

    savedIndex: savedIndex.record,

    changes: (signal) => untilTheEnd(signal),
    requestEmbeddings: async () => false,

    ping: connection.ping,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

function bytesOfRecord({ title, tags, source }: DocumentRecord): number {
  const units =
    title.length + (source.kind === 'url' ? source.url.length : 0) + (source.filename?.length ?? 0);
  return RECORD_BYTES + 2 * tags.reduce((sum, tag) => sum + tag.length, units);
}

/** Nobody else changes the database. */
async function* untilTheEnd(signal: AbortSignal): AsyncGenerator<never> {
  await untilAborted(new Promise(() => {}), signal);
}
