/** Judges how well texts answer a question, reading both together. */
export interface RerankModel {
  readonly id: string;
  /**
   * The places of `texts`, best first, each once.
   *
   * @throws When it cannot be had within its time, or `signal` aborts.
   */
  rerank(
    question: string,
    texts: readonly string[],
    options: { signal?: AbortSignal | undefined },
  ): Promise<number[]>;
}
