import type { DocumentTotals } from '../ports/document-list.ts';
import type { DocumentStore } from '../ports/document-store.ts';

export interface CorpusSummary extends DocumentTotals {
  readonly documents: number;
  /** What the originals and the databases take together. */
  readonly diskBytes: number;
}

/** @param parts.databaseBytes What the files beside the originals take. */
export function createCorpusSummary(parts: {
  documentStore: Pick<DocumentStore, 'totals'>;
  databaseBytes: () => Promise<number>;
}): () => Promise<CorpusSummary> {
  return async () => {
    const [totals, databaseBytes] = await Promise.all([parts.documentStore.totals(), parts.databaseBytes()]);
    return {
      ...totals,
      documents: Object.values(totals.byStatus).reduce((sum, count) => sum + count, 0),
      diskBytes: totals.originalBytes + databaseBytes,
    };
  };
}
