import type { IndexableChunk } from '../ports/chunk.ts';
import type { DocumentRecord } from '../ports/document.ts';
import type { DocumentStore, IngestJob, Published } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { createIndexRepair } from './index-repair.ts';
import { createTurns } from './jobs/turns.ts';

/**
 * Keeps the store and the search index in step: every change of a document's published version goes through here, one
 * change of a document at a time. So the index never ends with a version that the store has replaced or removed
 * meanwhile.
 *
 * The store is changed first: when the process dies in between, the index, which is rebuilt at start, follows it. When
 * the index fails, `index-repair.ts` brings it in step until this is disposed of.
 */
export interface Publication extends Disposable {
  /**
   * Publishes the staged chunks.
   *
   * @param chunks All chunks of the version, in order, as staged.
   * @returns The record once the chunks are searchable, or the index has failed: then `asSearchable` does not show it
   * as `done` before it is repaired. Undefined when the job had lost its lease.
   */
  publish(
    job: IngestJob,
    published: Published,
    chunks: readonly IndexableChunk[],
  ): Promise<DocumentRecord | undefined>;
  /** Removes the document; no search returns it once this resolves. @see DocumentStore.delete */
  remove(docId: string, now: number): Promise<boolean>;
  /** The record as clients may see it: not `done` before its chunks are searchable. */
  asSearchable(record: DocumentRecord): DocumentRecord;
  /** Ids of documents whose published version may be missing in the index. */
  unsearchable(): string[];
}

/**
 * @param parts.onChanged Awaited after each change of a document's searchable content, before it is reported as done.
 * @param parts.onRepaired Called when a record's visible state changes, as the index was repaired or given up.
 * @param parts.holdModel Keeps the embedding model unchanged until `work` has ended.
 */
export function createPublication(parts: {
  documentStore: DocumentStore;
  searchIndex: SearchIndex;
  onChanged: (docId: string) => Promise<void>;
  onRepaired: (docId: string) => void;
  holdModel: <T>(work: () => Promise<T>) => Promise<T>;
  logger: Logger;
  now: () => number;
  firstRepairMs?: number | undefined;
}): Publication {
  const { documentStore, searchIndex, onChanged, onRepaired, holdModel, logger, now, firstRepairMs } = parts;
  const inTurn = createTurns();
  const underway = new Set<string>();
  const repair = createIndexRepair({
    ...{ documentStore, searchIndex, logger, now, firstRepairMs },
    // The model first, as in `publish`.
    inTurn: (docId, work) => holdModel(() => inTurn(docId, work)),
    onRepaired: async (docId) => {
      await onChanged(docId);
      onRepaired(docId);
    },
  });

  async function changeIndex(docId: string, change: () => Promise<unknown>): Promise<void> {
    try {
      await change();
      repair.done(docId);
    } catch (error) {
      repair.later(docId, error);
    }
    await onChanged(docId);
  }

  return {
    publish: (job, published, chunks) =>
      inTurn(job.docId, async () => {
        const { docId, version } = job;
        underway.add(docId);
        try {
          const record = await documentStore.publish(job, published);
          if (record) await changeIndex(docId, () => searchIndex.replaceDocument(docId, version, chunks));
          return record;
        } finally {
          underway.delete(docId);
        }
      }),

    remove: (docId, now) =>
      inTurn(docId, async () => {
        const removed = await documentStore.delete(docId, now);
        if (removed) await changeIndex(docId, () => searchIndex.removeDocument(docId));
        return removed;
      }),

    asSearchable: (record) =>
      record.status === 'done' && (underway.has(record.docId) || repair.isWaiting(record.docId))
        ? { ...record, status: 'processing', stage: 'indexing', progress: PROGRESS_BEFORE_SEARCHABLE }
        : record,

    unsearchable: () => [...new Set([...underway, ...repair.waiting()])],

    [Symbol.dispose]: () => repair[Symbol.dispose](),
  };
}

const PROGRESS_BEFORE_SEARCHABLE = 0.99;
