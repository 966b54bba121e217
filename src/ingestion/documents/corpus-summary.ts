import type { DocumentStore } from '../../ports/document-store.ts';
import { ANALYSIS_VERSION } from '../../text/analysis-version.ts';
import type { EmbeddingUpkeep } from '../embedding/embedding-upkeep.ts';

export type CorpusSummary = Awaited<ReturnType<ReturnType<typeof createCorpusSummary>>>;

/** @param parts.databaseBytes Size of the files beside the originals. */
export function createCorpusSummary(parts: {
  documentStore: Pick<DocumentStore, 'totals' | 'countOtherAnalyses'>;
  databaseBytes: () => Promise<number>;
  embeddingUpkeep: Pick<EmbeddingUpkeep, 'progress'>;
}) {
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
      /** Size of originals and databases together. */
      diskBytes: totals.originalBytes + databaseBytes,
      /** Documents with terms of another analysis, until `analysis-upkeep.ts` renews them. */
      outdated,
      embedding,
    };
  };
}
