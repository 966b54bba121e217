import type { EmbeddingModel } from '../ports/embedding-model.ts';
import type { ParsedQuestion } from '../question/parsed-question.ts';

/**
 * The embedding to search with; undefined to search by words alone, as the model is missing or failed.
 *
 * @throws The signal's reason when it aborts.
 */
export async function embedQuestion(
  query: ParsedQuestion,
  options: {
    model: EmbeddingModel | undefined;
    /** The model whose vectors are searched. */
    searchedModelId: string | undefined;
    onFailed: (error: unknown) => void;
    signal: AbortSignal | undefined;
  },
): Promise<Float32Array | undefined> {
  const { model, searchedModelId, onFailed, signal } = options;
  // Vectors of different models are not comparable: between a refit and its arrival in the index only words count.
  if (!model || model.id !== searchedModelId) return undefined;
  const input = {
    text: query.standalone.text,
    terms: query.terms.map(({ term }) => term),
    counts: query.terms.map(({ weight }) => weight),
  };
  try {
    const [embedding] = await model.embed([input], { purpose: 'question', ...(signal && { signal }) });
    return embedding;
  } catch (error) {
    signal?.throwIfAborted();
    onFailed(error);
    return undefined;
  }
}
