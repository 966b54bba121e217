import type { RerankModel } from '../../ports/rerank-model.ts';
import type { Passage } from '../passage.ts';

/**
 * Ordered by a rerank model, which reads question and passage together; unchanged without one, or when it fails.
 *
 * @throws The signal's reason when it aborts.
 */
export async function rankByModel(
  question: string,
  passages: readonly Passage[],
  options: {
    model: RerankModel | undefined;
    onFailed: (error: unknown) => void;
    signal: AbortSignal | undefined;
  },
): Promise<readonly Passage[]> {
  const { model, onFailed, signal } = options;
  if (!model || passages.length < 2) return passages;
  try {
    const texts = passages.map(({ title, section, text }) =>
      [title, section ?? '', text].filter((part) => part !== '').join('\n'),
    );
    const order = await model.rerank(question, texts, { signal });
    // Later stages were fitted to the built-in scores: the order is the model's, the scores keep their scale.
    return order.map((place, rank) => ({ ...passages[place]!, score: passages[rank]!.score }));
  } catch (error) {
    signal?.throwIfAborted();
    onFailed(error);
    return passages;
  }
}
