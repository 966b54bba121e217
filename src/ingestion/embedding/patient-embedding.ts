import { setTimeout as sleep } from 'node:timers/promises';
import { IngestFailure, RefusedError } from '../../errors.ts';
import type { EmbeddingModel } from '../../ports/embedding-model.ts';
import type { Logger } from '../../ports/logger.ts';
import { retryDelayMs } from '../jobs/retry-delay.ts';

/** For so long a document waits for its embedding model where it is; then it goes back to the queue. */
const PATIENCE_MS = 5 * 60_000;

/**
 * A model whose passing failures are waited out: a document that was read is not to be read again because a provider is
 * down, and none of those behind it would fare better. Passages that it declines are told to the log.
 *
 * @param options.now Milliseconds.
 * @returns A model that throws `model_busy` when the patience is over, and `embedding_failed` for what will not pass.
 */
export function patientEmbedding(
  model: EmbeddingModel,
  options: { logger: Logger; now: () => number; random: () => number; patienceMs?: number },
): EmbeddingModel {
  const { logger, now, random, patienceMs = PATIENCE_MS } = options;
  return {
    id: model.id,
    async embed(inputs, embedOptions) {
      const { signal } = embedOptions;
      const startedAt = now();
      for (let attempt = 1; ; attempt++) {
        try {
          const vectors = await model.embed(inputs, embedOptions);
          warnOfDeclined(vectors.filter(isDeclined).length, { model: model.id, logger });
          return vectors;
        } catch (error) {
          if (!(error instanceof RefusedError)) throw error;
          if (error.refusal.code === 'model_failed') throw declined(error);
          const waitMs = embeddingDelayMs(error, { attempt, random: random() });
          if (now() - startedAt + waitMs > patienceMs) throw error;
          logger.warn('Embedding waits for the provider', { model: model.id, attempt, wait_ms: waitMs });
          await sleep(waitMs, undefined, { ...(signal && { signal }) }).catch(() => signal?.throwIfAborted());
        }
      }
    },
  };
}

/** Of a model that reads texts: one that it took has a direction. */
export function isDeclined(embedding: Float32Array): boolean {
  return embedding.every((component) => component === 0);
}

/** @param of.chunkIds Of the first of them, where they have ids already. */
export function warnOfDeclined(
  passages: number,
  { logger, ...of }: { model: string; logger: Logger; chunkIds?: readonly string[] },
): void {
  if (passages === 0) return;
  const fields = { model: of.model, passages, reason: 'text_declined' };
  logger.warn('Passages are found by their words alone, as the embedding model declines them', {
    ...fields,
    ...(of.chunkIds && { chunk_ids: of.chunkIds.join(' ') }),
  });
}

/** Until the next attempt, in milliseconds: what the provider asks for, and a backoff on top. */
export function embeddingDelayMs(
  error: unknown,
  { attempt, random }: { attempt: number; random: number },
): number {
  const refusal = error instanceof RefusedError ? error.refusal : undefined;
  const asked = refusal?.code === 'model_busy' ? refusal.retryAfterSeconds * 1000 : 0;
  // A breaker that is open tells how long it stays so: there is no use in coming before.
  return asked + retryDelayMs(Math.min(attempt, 6), random);
}

function declined(cause: RefusedError): IngestFailure {
  return new IngestFailure(
    'embedding_failed',
    'The embedding model declined the text, or answered with no embedding. The log of the service names the cause.',
    { cause },
  );
}
