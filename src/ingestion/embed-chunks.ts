import type { IndexableChunk } from '../ports/chunk.ts';
import type { PreparedChunk } from '../ports/document-preparer.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { EmbeddingModel } from '../ports/embedding-model.ts';
import { batchesOf } from './batches.ts';

/**
 * Gives chunks their embeddings: those of the version that answers where a chunk is unchanged, the model's otherwise. So
 * an edit costs what it changed, whatever the model costs.
 *
 * @param onProgress Told of the share of the chunks that is done, 0–1.
 * @returns All chunks in order, and how many the model was asked for.
 * @throws What the model or the store throws; the signal's reason when `signal` aborts.
 */
export async function embedChunks(
  chunks: readonly PreparedChunk[],
  options: {
    model: EmbeddingModel;
    docId: string;
    documentStore: Pick<DocumentStore, 'embeddingsOfEqual'>;
    signal: AbortSignal;
    onProgress: (share: number) => void;
  },
): Promise<{ chunks: IndexableChunk[]; embedded: number }> {
  const { model, docId, documentStore, signal, onProgress } = options;
  const done: IndexableChunk[] = [];
  let embedded = 0;
  for (const batch of batchesOf(chunks)) {
    signal.throwIfAborted();
    onProgress(done.length / chunks.length);
    const kept = await documentStore.embeddingsOfEqual(batch, { docId, modelId: model.id });
    const changed = batch.filter((_, index) => kept[index] === undefined);
    const made = changed.length > 0 ? await model.embed(changed, { purpose: 'passage', signal }) : [];
    embedded += changed.length;
    const next = made.values();
    for (const [index, chunk] of batch.entries()) {
      const embedding = kept[index] ?? next.next().value!;
      // A zero vector says that the model knows no word of the chunk: it is near to nothing.
      done.push(embedding.some((value) => value !== 0) ? { ...chunk, embedding } : chunk);
    }
  }
  return { chunks: done, embedded };
}
