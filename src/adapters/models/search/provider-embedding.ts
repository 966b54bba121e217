/** One way to an embedding model, as its provider behaves: no second attempt, no bound, vectors as they come. */
export interface ProviderEmbedding extends Partial<AsyncDisposable> {
  /** Such as `openai/text-embedding-3-small`. */
  readonly id: string;
  /** Texts of one call, ≥ 1. */
  readonly textsPerCall: number;
  /**
   * A vector a text, in order.
   *
   * @throws {ProviderFailure} Or what `signal` was aborted with.
   */
  embed(
    texts: readonly string[],
    options: { purpose: Purpose; signal: AbortSignal },
  ): Promise<{ vectors: readonly ArrayLike<number>[]; tokens: number | null }>;
}

export type Purpose = 'question' | 'passage';
