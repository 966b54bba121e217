import type { DocumentStore } from '../../ports/document-store.ts';
import type { EmbeddingModel } from '../../ports/embedding-model.ts';
import type { UnembeddedChunk } from '../../ports/embedding-sets.ts';

/**
 * Embeds all chunks that the begun embeddings lack, batch by batch, each durable before the next.
 *
 * @param options.limit Chunks read, embedded and written at a time.
 * @param options.onBatch Awaited after each batch.
 * @throws What the model or the store throws; the signal's reason when it aborts.
 */
export async function embedMissing(
  model: EmbeddingModel,
  options: {
    documentStore: Pick<DocumentStore, 'unembeddedChunks' | 'addEmbeddings'>;
    limit: number;
    signal: AbortSignal;
    onBatch?: (chunks: readonly UnembeddedChunk[], embeddings: readonly Float32Array[]) => Promise<void>;
  },
): Promise<void> {
  const { documentStore, limit, signal, onBatch } = options;
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const chunks = await documentStore.unembeddedChunks({ after, limit });
    const last = chunks.at(-1);
    if (!last) return;
    const embeddings = await model.embed(chunks, { purpose: 'passage', signal });
    // A declined chunk is recorded as such, so that it is not retried for ever.
    await documentStore.addEmbeddings(
      chunks.map(({ chunkId }, i) => ({ chunkId, embedding: embeddings[i]! })),
    );
    after = last.position;
    await onBatch?.(chunks, embeddings);
  }
}
