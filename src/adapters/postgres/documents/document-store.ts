import type { DocumentStore, StoreChange } from '../../../ports/document-store.ts';
import type { Change, Dialect, DocumentDriver } from '../../sql/document-driver.ts';
import type { DocumentRow } from '../../sql/document-row.ts';
import { createSqlDocumentStore } from '../../sql/document-store.ts';
import { firstOf, rowsOf, type Work } from '../../sql/work.ts';
import type { Connection, Queries } from '../connection.ts';
import { migrate } from '../migrations.ts';
import { doWork } from '../sql-database.ts';
import * as chunks from './chunks.ts';
import { DOCUMENT_MIGRATIONS } from './document-schema.ts';
import * as embeddings from './embeddings.ts';
import { createShortCache } from './short-cache.ts';

/** How long counts, languages and the documents of a tag are cached: each needs many rows. */
const CACHE_MS = 1_000;
/** Payloads: the id of a changed document, or a sign, which is no id. */
const CHANNEL = 'docent_documents';
const MODEL_SWITCHED = '*';
const REQUESTED = '+';
/** The first half of the locks on content. */
const CONTENT_LOCKS = 0x446f63;
/** How long chunks of a deleted document may still be in the index. */
const DELETED_STORED_MS = 24 * 60 * 60 * 1000;

const DIALECT: Dialect = {
  place: 'strpos',
  titleKey: 'left(d.folded, 100)',
  each: (parameter, of) => `jsonb_array_elements${of ? '' : '_text'}(${parameter}::jsonb) AS e (value)`,
  lock: (clause) => clause,
  chunks: {
    ...chunks.SPAN,
    joinTerms: '',
    joinEmbeddings: (slot) =>
      `LEFT JOIN embeddings_${slot} e ON e.document = c.document AND e.version = c.version AND e.ordinal = c.ordinal`,
    zeros: `decode(repeat('00', length(vector)), 'hex')`,
    deleteEmbeddings: ['embeddings_0', 'embeddings_1'].map(
      (table) => `DELETE FROM ${table} WHERE document = $1 AND version = $2`,
    ),
    deleteChunks: ['embeddings_0', 'embeddings_1', 'chunks'].map(
      (table) => `DELETE FROM ${table} WHERE document = $1 AND version = $2 AND ordinal <= $3`,
    ),
  },
};

/**
 * The record of truth in PostgreSQL, for any number of processes. The row of a document is the mutex of all that belongs
 * to it. Disposing of the store closes the connection.
 */
export async function openPostgresDocumentStore(
  connection: Connection,
  { cacheMs = CACHE_MS }: { cacheMs?: number } = {},
): Promise<DocumentStore> {
  await migrate(connection, 'documents', DOCUMENT_MIGRATIONS);
  const cache = createShortCache(cacheMs);

  const driver: DocumentDriver = {
    dialect: DIALECT,
    *claimContent(hash) {
      yield* rowsOf('SELECT pg_advisory_xact_lock_shared($1, hashtext($2))', [CONTENT_LOCKS, hash]);
    },
    *inserted(row) {
      // Only a statement of its own sees a deletion that the insert waited for.
      const renewed = yield* firstOf<DocumentRow>(
        `UPDATE documents d SET version = GREATEST(d.version, x.version + 1)
         FROM deleted_documents x WHERE x.doc_id = d.doc_id AND d.sequence = $1 RETURNING d.*`,
        [row.sequence],
      );
      return renewed ?? row;
    },
    *deleted({ docId, version, now }) {
      yield* rowsOf(
        `INSERT INTO deleted_documents (doc_id, version, deleted_at) VALUES ($1, $2, $3)
         ON CONFLICT (doc_id) DO UPDATE SET
           version = GREATEST(deleted_documents.version, excluded.version), deleted_at = excluded.deleted_at`,
        [docId, version, now],
      );
    },
    following: (_, change) => change,
    addChunks: chunks.addChunks,
    setTerms: chunks.setTerms,
  };

  const changeEmbeddings = (work: () => Work<void>) =>
    connection.transaction((queries) => doWork(queries, work()));

  /** Changes records, and notifies all processes at the commit. */
  async function write<T>(
    work: (change: Queries & Change) => Promise<T>,
    durability?: 'relaxed',
  ): Promise<T> {
    let afterwards: (() => void)[] = [];
    let isChanged = false;
    try {
      return await connection.transaction(async ({ query }) => {
        const changed = new Set<string>();
        afterwards = [];
        const done = await work({
          query,
          changed(docId) {
            isChanged = true;
            changed.add(docId);
          },
          afterwards: (action) => void afterwards.push(action),
        });
        if (changed.size > 0) await query(NOTIFY, [CHANNEL, [...changed]]);
        return done;
      }, durability && { durability });
    } finally {
      if (isChanged) cache.clear();
      for (const action of afterwards) action();
    }
  }

  const { store, isUnnamed } = createSqlDocumentStore({
    driver,
    read: (work) => doWork(connection, work()),
    write: (work, durability) => write((change) => doWork(change, work(change)), durability),
  });

  return {
    ...store,
    statusCounts: () => cache.get('statuses', store.statusCounts),
    languages: (docIds) =>
      docIds ? store.languages(docIds) : cache.get('languages', () => store.languages(undefined)),
    docIdsWithTags: (tags) => cache.get(`tags ${JSON.stringify(tags)}`, () => findTagged(connection, tags)),
    async ifUnnamed(hash, discard) {
      await connection.transaction(async (queries) => {
        await queries.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [CONTENT_LOCKS, hash]);
        if (await doWork(queries, isUnnamed(hash))) await discard();
      });
    },

    async recover(now) {
      const recovered = await store.recover(now);
      await connection.query('DELETE FROM deleted_documents WHERE deleted_at < $1', [
        now - DELETED_STORED_MS,
      ]);
      return recovered;
    },

    chunks: (chunkIds, options) => chunks.findChunks(connection, chunkIds, options?.signal),

    embeddingModel: () => doWork(connection, embeddings.loadModel()),
    beginEmbeddings: (model) => changeEmbeddings(() => embeddings.beginModel(model)),
    unembeddedChunks: (page) => doWork(connection, embeddings.findUnembedded(page)),
    addEmbeddings: (added) => changeEmbeddings(() => embeddings.addEmbeddings(added)),
    async switchEmbeddings() {
      await connection.transaction(async (queries) => {
        await doWork(queries, embeddings.switchModel());
        await queries.query(NOTIFY, [CHANNEL, [MODEL_SWITCHED]]);
      });
      await changeEmbeddings(embeddings.clearUnusedSlot);
    },
    liveEmbeddings: () => embeddings.liveEmbeddings(connection),

    changes: (signal) => changesOf(connection, signal),
    async requestEmbeddings() {
      await connection.query(NOTIFY, [CHANNEL, [REQUESTED]]);
      return true;
    },
    ping: connection.ping,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

/** Ids of live documents with at least one of `tags`. */
async function findTagged({ query }: Queries, tags: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await query<{ doc_id: string }>(
    `SELECT DISTINCT d.doc_id FROM document_tags t JOIN documents d ON d.sequence = t.document
     WHERE t.tag = ANY($1::text[]) AND d.live_version IS NOT NULL`,
    [tags],
  );
  return new Set(rows.map((row) => row.doc_id));
}

const NOTIFY = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload';

async function* changesOf(connection: Connection, signal: AbortSignal): AsyncGenerator<StoreChange> {
  for await (const payload of connection.listen(CHANNEL, signal)) {
    if (payload === undefined) yield 'missed';
    else if (payload === MODEL_SWITCHED) yield 'model';
    else yield payload === REQUESTED ? 'request' : { docId: payload };
  }
}
