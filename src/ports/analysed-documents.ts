import type { ChunkTerms } from './chunk.ts';

/** The part of a document store that knows which analysis made the terms of live versions, and gives them others. */
export interface AnalysedDocuments {
  /** How many live versions have terms of another analysis than this. Cheap. */
  countOtherAnalyses(analysis: number): Promise<number>;
  /**
   * Live documents with terms of another analysis, at most `limit`, after sequence number `after`.
   *
   * @returns Their ids, and the `after` of the next call; undefined when there are no more.
   */
  otherAnalyses(page: {
    analysis: number;
    after: number;
    limit: number;
  }): Promise<{ docIds: string[]; last: number | undefined }>;
  /**
   * Gives chunks of the live version other terms; their embeddings stay.
   *
   * @param terms.reason Why they are others; with another `title` alone, embeddings that were learned from terms are not
   *   outdated.
   * @param terms.analysed With the last of them: the analysis that made the terms of all chunks, with this title. Without
   *   effect where the document has another title by now.
   * @returns Whether `version` is live; else nothing has changed.
   */
  replaceTerms(
    docId: string,
    terms: {
      version: number;
      chunks: readonly (ChunkTerms & { readonly ordinal: number })[];
      reason: 'analysis' | 'title';
      analysed: { analysis: number; language: string | null; title: string } | undefined;
    },
  ): Promise<boolean>;
  /** Whether `replaceTerms` has changed any chunk, for another analysis, since the model of the searched embeddings was begun. */
  haveEmbeddingsOldTerms(): Promise<boolean>;
}
