import { createCache } from '../../../kernel/cache.ts';
import type { EmbeddingModel } from '../../../ports/embedding-model.ts';

/** Some thousands of questions. */
const BYTES_MAX = 16 * 1024 * 1024;
/** Memory of a question besides its vector, at its longest. */
const QUESTION_BYTES = 4_096;

/**
 * The same model, which embeds a question once: people ask the same again, and each call takes a tenth of a second and
 * money. Vectors of a model never change, so nothing has to be invalidated.
 */
export function withQuestionCache(
  model: EmbeddingModel,
  { bytesMax = BYTES_MAX }: { bytesMax?: number } = {},
): EmbeddingModel {
  const known = createCache<string, Float32Array>({
    sizeMax: bytesMax,
    sizeOf: (vector) => QUESTION_BYTES + vector.byteLength,
  });
  return {
    id: model.id,
    async embed(inputs, options) {
      const [question] = inputs;
      if (options.purpose !== 'question' || !question || inputs.length > 1)
        return model.embed(inputs, options);
      options.signal?.throwIfAborted();
      const vector = known.get(question.text);
      if (vector) return [vector];
      const vectors = await model.embed(inputs, options);
      known.set(question.text, vectors[0]!);
      return vectors;
    },
  };
}
