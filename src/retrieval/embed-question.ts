import type { ChunkTerms } from '../ports/chunk.ts';
import type { EmbeddingModel } from '../ports/embedding-model.ts';
import type { WeightedTerm } from '../ports/search-index.ts';
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
    ...withVariants(query.terms),
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

/** The terms and what documents may say instead: all variants of a term together have at most its weight. */
function withVariants(question: readonly WeightedTerm[]): ChunkTerms {
  const weights = new Map(question.map(({ term, weight }) => [term, weight]));
  for (const { weight, variants = [] } of question) {
    const total = Math.max(
      1,
      variants.reduce((sum, variant) => sum + variant.weight, 0),
    );
    for (const variant of variants) {
      const share = (weight * variant.weight) / total / variant.terms.length;
      for (const term of variant.terms) weights.set(term, Math.max(share, weights.get(term) ?? 0));
    }
  }
  return { terms: [...weights.keys()], counts: [...weights.values()] };
}
