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
   * @param terms.analysed With the last of them: the analysis that made the terms of all chunks.
   * @returns Whether `version` is live; else nothing has changed.
   */
  replaceTerms(
    docId: string,
    terms: {
      version: number;
      chunks: readonly (ChunkTerms & { readonly ordinal: number })[];
      analysed: { analysis: number; language: string | null } | undefined;
    },
  ): Promise<boolean>;
  /** Whether `replaceTerms` has changed any chunk since the model of the searched embeddings was begun. */
  haveEmbeddingsOldTerms(): Promise<boolean>;
}
