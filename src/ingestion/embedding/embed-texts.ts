import { setImmediate as nextTurn } from 'node:timers/promises';
import { RefusedError } from '../../errors.ts';
import type { EmbeddingModel } from '../../ports/embedding-model.ts';
import { detectLanguage } from '../../text/language.ts';
import { countTerms } from '../preparing/chunk-terms.ts';
import { batchesOf } from './batches.ts';

const RETRY_SECONDS = 30;

/** Texts per call of the model: other work runs in between. */
const BATCH_TEXTS = 64;

/**
 * Embeds texts of a client by the model that embeds documents and questions.
 *
 * @returns One unit vector per text, in order, all of the model `modelId`.
 * @throws {RefusedError} `no_embedding_model`; what the model throws. The signal's reason when `signal` aborts.
 */
export type EmbedTexts = (
  texts: readonly string[],
  options: { purpose: 'question' | 'passage'; signal: AbortSignal },
) => Promise<{ readonly modelId: string; readonly vectors: readonly Float32Array[] }>;

export function createEmbedTexts(parts: { embeddingModel: () => EmbeddingModel | undefined }): EmbedTexts {
  return async (texts, { purpose, signal }) => {
    // One model for all: it may be replaced meanwhile.
    const model = parts.embeddingModel();
    if (!model) throw new RefusedError({ code: 'no_embedding_model', retryAfterSeconds: RETRY_SECONDS });
    const vectors: Float32Array[] = [];
    for (const batch of batchesOf(texts, BATCH_TEXTS)) {
      signal.throwIfAborted();
      const inputs = batch.map((text) => ({
        text,
        ...countTerms([{ text, times: 1 }], detectLanguage(text)),
      }));
      vectors.push(...(await model.embed(inputs, { purpose, signal })));
      await nextTurn();
    }
    return { modelId: model.id, vectors };
  };
}
