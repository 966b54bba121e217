import type { DocumentStore } from '../../ports/document-store.ts';
import type { Logger } from '../../ports/logger.ts';
import type { DocumentChanges } from '../documents/document-changes.ts';
import type { EmbeddingUpkeep } from '../embedding/embedding-upkeep.ts';
import type { IngestWorkers } from '../jobs/ingest-worker.ts';

/** Documents queued in one write. */
const PAGE = 200;

/** Rebuilds the index from stored data; answers use the old content until it is replaced. */
export type Reindex = ReturnType<typeof createReindex>;

export function createReindex(parts: {
  embeddingUpkeep: Pick<EmbeddingUpkeep, 'reembed' | 'progress'>;
  documentStore: Pick<DocumentStore, 'requeueLive' | 'requestEmbeddings'>;
  workers: Pick<IngestWorkers, 'wake'>;
  changes: Pick<DocumentChanges, 'notify'>;
  logger: Logger;
  now: () => number;
}) {
  const { embeddingUpkeep, documentStore, workers, changes, logger, now } = parts;
  return {
    /** Progress of the embeddings. */
    progress: embeddingUpkeep.progress,

    /** Starts or resumes embedding all chunks again. @returns Its progress. */
    async embeddings() {
      if (!(await documentStore.requestEmbeddings())) await embeddingUpkeep.reembed();
      return embeddingUpkeep.progress();
    },

    /**
     * Queues every published document for parsing again from its original; queued and running ones are left alone. A
     * kill or an abort in between leaves the rest unqueued.
     *
     * @returns How many were queued.
     */
    async originals({ correlationId, signal }: { correlationId: string; signal: AbortSignal }) {
      let queued = 0;
      for (let after = 0; ; ) {
        signal.throwIfAborted();
        const page = await documentStore.requeueLive({ after, limit: PAGE, correlationId, now: now() });
        queued += page.docIds.length;
        for (const docId of page.docIds) changes.notify(docId);
        workers.wake();
        if (page.last === undefined) break;
        after = page.last;
      }
      logger.info('Documents queued to be ingested again', { documents: queued });
      return queued;
    },
  };
}
