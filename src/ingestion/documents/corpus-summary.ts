import type { DocumentTotals } from '../../ports/document-list.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import { ANALYSIS_VERSION } from '../../text/analysis-version.ts';
import type { EmbeddingProgress, EmbeddingUpkeep } from '../embedding/embedding-upkeep.ts';

export interface CorpusSummary extends DocumentTotals {
  readonly documents: number;
  /** Size of originals and databases together. */
  readonly diskBytes: number;
  /** Documents with terms of another analysis, until `analysis-upkeep.ts` renews them. */
  readonly outdated: number;
  readonly embedding: EmbeddingProgress;
}

/** @param parts.databaseBytes Size of the files beside the originals. */
export function createCorpusSummary(parts: {
  documentStore: Pick<DocumentStore, 'totals' | 'countOtherAnalyses'>;
  databaseBytes: () => Promise<number>;
  embeddingUpkeep: Pick<EmbeddingUpkeep, 'progress'>;
}): () => Promise<CorpusSummary> {
  return async () => {
    const [totals, outdated, databaseBytes, embedding] = await Promise.all([
      parts.documentStore.totals(),
      parts.documentStore.countOtherAnalyses(ANALYSIS_VERSION),
      parts.databaseBytes(),
      parts.embeddingUpkeep.progress(),
    ]);
    return {
      ...totals,
      documents: Object.values(totals.byStatus).reduce((sum, count) => sum + count, 0),
      diskBytes: totals.originalBytes + databaseBytes,
      outdated,
      embedding,
    };
  };
}
