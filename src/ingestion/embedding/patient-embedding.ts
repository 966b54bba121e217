import { setTimeout as sleep } from 'node:timers/promises';
import { untilAborted } from '../../concurrency/deadline.ts';
import { IngestFailure, RefusedError } from '../../errors.ts';
import type { EmbeddingModel } from '../../ports/embedding-model.ts';
import type { Logger } from '../../ports/logger.ts';
import { retryDelayMs } from '../jobs/retry-delay.ts';

/** How long a document holds its worker while its embedding model is down; then it returns to the queue. */
const PATIENCE_MS = 5 * 60_000;

/**
 * Retries while a model fails in a way that may pass. The document is parsed already and would be parsed again from the
 * queue, and the documents behind it need the same model. Passages that the model declines are logged.
 *
 * @param options.isAwaited Once it aborts, the patience is over.
 * @param options.now Milliseconds.
 * @returns A model that throws `model_busy` when the patience is over, and `embedding_failed` for permanent failures.
 */
export function patientEmbedding(
  model: EmbeddingModel,
  options: {
    isAwaited: AbortSignal;
    logger: Logger;
    now: () => number;
    random: () => number;
    patienceMs?: number;
  },
): EmbeddingModel {
  const { isAwaited, logger, now, random, patienceMs = PATIENCE_MS } = options;
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
          if (isAwaited.aborted || now() - startedAt + waitMs > patienceMs) throw error;
          logger.warn('Embedding waits for the provider', { model: model.id, attempt, wait_ms: waitMs });
          const waited = sleep(waitMs, undefined, { signal: isAwaited, ref: false }).catch(() => undefined);
          await untilAborted(waited, signal);
          if (isAwaited.aborted) throw error;
        }
      }
    },
  };
}

/** For models that read texts: an accepted text has a direction. */
export function isDeclined(embedding: Float32Array): boolean {
  return embedding.every((component) => component === 0);
}

/** @param of.chunkIds Ids of the first of them, when they have ids already. */
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

/** Milliseconds until the next attempt: the provider's Retry-After plus a backoff. */
export function embeddingDelayMs(
  error: unknown,
  { attempt, random }: { attempt: number; random: number },
): number {
  const refusal = error instanceof RefusedError ? error.refusal : undefined;
  const asked = refusal?.code === 'model_busy' ? refusal.retryAfterSeconds * 1000 : 0;
  // An open circuit breaker says how long it stays open; an earlier attempt is useless.
  return asked + retryDelayMs(Math.min(attempt, 6), random);
}

function declined(cause: RefusedError): IngestFailure {
  return new IngestFailure(
    'embedding_failed',
    'The embedding model declined the text, or answered with no embedding. The log of the service names the cause.',
    { cause },
  );
}
