/** What is used of a reranking model object of the AI SDK (`RerankingModelV4`), so that no version of its types binds us. */
export interface SdkReranking {
  doRerank(options: {
    documents: { type: 'text'; values: string[] };
    query: string;
    topN?: number;
    abortSignal: AbortSignal;
  }): PromiseLike<{ ranking: { index: number; relevanceScore: number }[] }>;
}
