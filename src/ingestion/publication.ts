import type { IndexableChunk } from '../ports/chunk.ts';
import type { DocumentRecord } from '../ports/document.ts';
import type { DocumentStore, IngestJob, Published } from '../ports/document-store.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { createTurns } from './turns.ts';

/**
 * Keeps the record of truth and the search index in step: whatever changes which version of a document answers goes
 * through here, one change of a document at a time. So the index never ends with a version that the store has
 * replaced or removed meanwhile.
 *
 * The store is changed first: when the process dies in between, the index, which is rebuilt at start, follows it.
 */
export interface Publication {
  /**
   * Makes the staged chunks answer.
   *
   * @param chunks All of the version's, in order, as they were staged.
   * @returns The record once the chunks can be found, or undefined when the job had lost its lease.
   */
  publish(
    job: IngestJob,
    published: Published,
    chunks: readonly IndexableChunk[],
  ): Promise<DocumentRecord | undefined>;
  /** Removes the document; no search returns it when this resolves. @see DocumentStore.delete */
  remove(docId: string, now: number): Promise<boolean>;
  /** The record as a client may see it: not `done` before its chunks can be found. */
  asSearchable(record: DocumentRecord): DocumentRecord;
}

/** @param parts.onChanged Waited for after each change of what a document answers, before it is told as done. */
export function createPublication(parts: {
  documentStore: DocumentStore;
  searchIndex: SearchIndex;
  onChanged?: (docId: string) => Promise<void>;
}): Publication {
  const { documentStore, searchIndex, onChanged = async () => {} } = parts;
  const inTurn = createTurns();
  const notYetSearchable = new Set<string>();

  return {
    publish: (job, published, chunks) =>
      inTurn(job.docId, async () => {
        notYetSearchable.add(job.docId);
        const record = await documentStore.publish(job, published);
        // Should the index fail here, the document stays `processing` until the next start has rebuilt the index.
        if (record) {
          await searchIndex.replaceDocument(job.docId, job.version, chunks);
          await onChanged(job.docId);
        }
        notYetSearchable.delete(job.docId);
        return record;
      }),

    remove: (docId, now) =>
      inTurn(docId, async () => {
        const removed = await documentStore.delete(docId, now);
        if (removed) {
          await searchIndex.removeDocument(docId);
          await onChanged(docId);
        }
        notYetSearchable.delete(docId);
        return removed;
      }),

    asSearchable: (record) =>
      record.status === 'done' && notYetSearchable.has(record.docId)
        ? { ...record, status: 'processing', stage: 'indexing', progress: PROGRESS_BEFORE_SEARCHABLE }
        : record,
  };
}

const PROGRESS_BEFORE_SEARCHABLE = 0.99;
