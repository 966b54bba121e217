import type { DocumentStore } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { DocumentChanges } from './document-changes.ts';
import type { EmbeddingProgress, EmbeddingUpkeep } from './embedding/embedding-upkeep.ts';
import type { IngestWorkers } from './jobs/ingest-worker.ts';

/** Documents that are queued in one write. */
const PAGE = 200;

/** Makes the index anew from what is kept; what answers goes on answering until it is replaced. */
export interface Reindex {
  /** Embeds all chunks anew, or goes on with it. @returns How it stands. */
  embeddings(): Promise<EmbeddingProgress>;
  /**
   * Queues every document that answers to be read anew from its original; what waits or runs is left alone. A kill in
   * between leaves the rest unqueued.
   *
   * @returns How many were queued.
   */
  originals(options: { correlationId: string }): Promise<number>;
  /** How far the embeddings are. */
  progress(): Promise<EmbeddingProgress>;
}

export function createReindex(parts: {
  embeddingUpkeep: Pick<EmbeddingUpkeep, 'reembed' | 'progress'>;
  documentStore: Pick<DocumentStore, 'requeueLive'>;
  workers: Pick<IngestWorkers, 'wake'>;
  changes: Pick<DocumentChanges, 'ring'>;
  logger: Logger;
  now: () => number;
}): Reindex {
  const { embeddingUpkeep, documentStore, workers, changes, logger, now } = parts;
  return {
    progress: embeddingUpkeep.progress,

    async embeddings() {
      await embeddingUpkeep.reembed();
      return embeddingUpkeep.progress();
    },

    async originals({ correlationId }) {
      let queued = 0;
      for (let after = 0; ; ) {
        const page = await documentStore.requeueLive({ after, limit: PAGE, correlationId, now: now() });
        queued += page.docIds.length;
        for (const docId of page.docIds) changes.ring(docId);
        workers.wake();
        if (page.last === undefined) break;
        after = page.last;
      }
      logger.info('Documents are read anew from their originals', { documents: queued });
      return queued;
    },
  };
}
