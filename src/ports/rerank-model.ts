/** Judges how well texts answer a question, reading question and text together. */
export interface RerankModel {
  readonly id: string;
  /**
   * The indices of `texts`, best first, each once.
   *
   * @throws When the model fails or misses its deadline, or `signal` aborts.
   */
  rerank(
    question: string,
    texts: readonly string[],
    options: { signal?: AbortSignal | undefined },
  ): Promise<number[]>;
}
