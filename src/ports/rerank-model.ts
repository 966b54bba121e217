/**
 * Judges how well texts answer a question, reading question and text together.
 *
 * ```ts
 * import type { RerankModel } from './rerank-model.ts';
 *
 * const shortestFirst: RerankModel = {
 *   id: 'example/shortest-first',
 *   async rerank(_question, texts) {
 *     return [...texts.keys()].sort((a, b) => texts[a]!.length - texts[b]!.length);
 *   },
 * };
 * console.log((await shortestFirst.rerank('When?', ['At nine o’clock', 'At nine'], {})).join(' ')); // 1 0
 * ```
 */
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
