/** An embedding model behind its provider's API, without retries or bounds; vectors as received. */
export interface ProviderEmbedding extends Partial<AsyncDisposable> {
  /** Such as `openai/text-embedding-3-small`. */
  readonly id: string;
  /** Texts of one call, ≥ 1. */
  readonly textsPerCall: number;
  /**
   * A vector a text, in order.
   *
   * @throws {ProviderFailure} Or the abort reason of `signal`.
   */
  embed(
    texts: readonly string[],
    options: { purpose: Purpose; signal: AbortSignal },
  ): Promise<{ vectors: readonly ArrayLike<number>[]; tokens: number | null }>;
}

export type Purpose = 'question' | 'passage';
