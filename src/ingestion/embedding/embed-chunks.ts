import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IndexableChunk } from '../../ports/chunk.ts';
import type { PreparedChunk } from '../../ports/document-preparer.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { EmbeddingModel } from '../../ports/embedding-model.ts';
import { batchesOf } from './batches.ts';

/** Chunks looked up in one turn: about 10 ms, more when read from disk. */
const LOOKED_UP_MAX = 64;

/**
 * Gives chunks their embeddings: an unchanged chunk keeps that of the published version, the others get the model's. So
 * an edit costs only what it changed, whatever the model costs.
 *
 * @param onProgress Receives the share of the chunks that is done, 0–1.
 * @returns All chunks in order, and how many the model embedded.
 * @throws What the model or the store throws; the signal's reason when `signal` aborts.
 */
export async function embedChunks(
  chunks: readonly PreparedChunk[],
  options: {
    model: EmbeddingModel;
    docId: string;
    title: string;
    documentStore: Pick<DocumentStore, 'embeddingsOfEqual'>;
    signal: AbortSignal;
    onProgress: (share: number) => void;
  },
): Promise<{ chunks: IndexableChunk[]; embedded: number }> {
  const { model, docId, title, documentStore, signal, onProgress } = options;
  const done: IndexableChunk[] = [];
  let embedded = 0;
  for (const batch of batchesOf(chunks)) {
    signal.throwIfAborted();
    onProgress(done.length / chunks.length);
    /** Embeddings of equal chunks of the published version; other work runs in between. */
    const kept: (Float32Array | undefined)[] = [];
    for (const slice of batchesOf(batch, LOOKED_UP_MAX)) {
      kept.push(...(await documentStore.embeddingsOfEqual(slice, { docId, modelId: model.id })));
      if (kept.length % LOOKED_UP_MAX === 0) await nextTurn();
    }
    const changed = batch.filter((_, index) => kept[index] === undefined);
    const titled = changed.map((chunk) => ({ ...chunk, title }));
    const made = changed.length > 0 ? await model.embed(titled, { purpose: 'passage', signal }) : [];
    embedded += changed.length;
    const next = made.values();
    for (const [index, chunk] of batch.entries()) {
      const embedding = kept[index] ?? next.next().value!;
      // A zero vector means that the model knows no word of the chunk, or declined it: it is similar to nothing.
      done.push(embedding.some((value) => value !== 0) ? { ...chunk, embedding } : chunk);
    }
  }
  return { chunks: done, embedded };
}
