/** The used part of the AI SDK's `RerankingModelV4`, so that Docent depends on no version of its types. */
export interface SdkReranking {
  doRerank(options: {
    documents: { type: 'text'; values: string[] };
    query: string;
    topN?: number;
    abortSignal: AbortSignal;
  }): PromiseLike<{ ranking: { index: number; relevanceScore: number }[] }>;
}
