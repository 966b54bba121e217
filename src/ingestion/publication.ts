import { createKeyedMutex } from '../concurrency/mutex.ts';
import { IngestFailure, isRefusal, RefusedError } from '../errors.ts';
import type { ChunkTerms, IndexableChunk } from '../ports/chunk.ts';
import type { DocumentStore, RemovedDocument } from '../ports/document-store.ts';
import type { IngestJob, Published } from '../ports/ingest-jobs.ts';
import type { Logger } from '../ports/logger.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { batchesOf } from './embedding/batches.ts';
import { createIndexRepair } from './maintenance/index-repair.ts';

/**
 * Keeps the store and the search index consistent: every change of a document's published version goes through here,
 * one change of a document at a time.
 *
 * A version is staged in the index, then published in the store; then the previous one is retired. So its chunks can be
 * found once the store says `done`. A deletion in the store is final: answers show only what the store has, whatever
 * the index holds. When the index fails after the store has changed, `index-repair.ts` repairs it.
 */
export type Publication = ReturnType<typeof createPublication>;

export interface RenewedTerms {
  readonly version: number;
  readonly terms: readonly ChunkTerms[];
  /** Number of the analysis that made them, ≥ 1. */
  readonly analysis: number;
  readonly language: string | null;
  /** The document's title, which is among the terms. */
  readonly title: string;
  readonly reason: 'analysis' | 'title';
}

/**
 * @param parts.onChanged Awaited after each change of a document's searchable content. The store may show the change
 *   a moment before.
 * @param parts.holdModel Keeps the embedding model unchanged until `work` has ended.
 */
export function createPublication(parts: {
  documentStore: DocumentStore;
  searchIndex: SearchIndex;
  onChanged: (docId: string) => Promise<void>;
  holdModel: <T>(work: () => Promise<T>, options?: { signal: AbortSignal }) => Promise<T>;
  logger: Logger;
  firstRepairMs?: number | undefined;
}) {
  const { documentStore, searchIndex, onChanged, holdModel, logger, firstRepairMs } = parts;
  const documents = createKeyedMutex();
  const repair = createIndexRepair({
    ...{ documentStore, searchIndex, logger, firstRepairMs },
    // First the lock on the model, then the mutex of the document, as when publishing: no deadlock.
    runExclusive: (docId, work) => holdModel(() => documents.run(docId, work)),
    onRepaired: onChanged,
  });

  /** A change may persist although the disk failed to sync it: then the index must match what is in the store. */
  async function changeStore<T>(docId: string, change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } catch (error) {
      // On a full disk nothing was changed.
      if (!isRefusal(error, 'disk_full')) repair.later(docId, error);
      throw error;
    }
  }

  async function changeIndex(docId: string, change: () => Promise<void>): Promise<void> {
    try {
      await change();
      repair.done(docId);
    } catch (error) {
      repair.later(docId, error);
    }
  }

  async function stage(
    { docId, version }: IngestJob,
    chunks: readonly IndexableChunk[],
    embeddingModelId: string | null,
  ): Promise<void> {
    const model = embeddingModelId === null ? {} : { embeddingModelId };
    try {
      await searchIndex.stage(docId, version, chunks, model);
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      throw new IngestFailure('internal_error', NOT_INDEXED, { cause: error });
    }
  }

  async function publish(job: IngestJob, published: Published, chunks: readonly IndexableChunk[]) {
    const { docId, version } = job;
    await stage(job, chunks, published.embeddingModelId);
    const record = await changeStore(docId, () => documentStore.publish(job, published));
    if (!record) {
      await searchIndex.unstage(docId, version);
      return undefined;
    }
    await changeIndex(docId, () => searchIndex.retire(docId, version));
    await onChanged(docId);
    return record;
  }

  async function followRemoval({ docId, version }: RemovedDocument): Promise<void> {
    await changeIndex(docId, () => searchIndex.remove(docId, version));
    await onChanged(docId);
  }

  async function renewTerms(docId: string, { terms, reason, ...analysed }: RenewedTerms): Promise<number> {
    for await (const { version, chunks } of documentStore.liveChunks(docId)) {
      if (version !== analysed.version || chunks.length !== terms.length) return 0;
      const renewed = chunks.map((chunk, i) => ({ ...chunk, ...terms[i]! }));
      const changed = renewed.filter((chunk, i) => !haveSameTerms(chunk, chunks[i]!));
      const [last = [], ...others] = [...batchesOf(changed)].reverse();
      for (const batch of others)
        await documentStore.replaceTerms(docId, { version, reason, chunks: batch, analysed: undefined });
      await documentStore.replaceTerms(docId, { version, reason, chunks: last, analysed });
      if (changed.length > 0)
        await changeIndex(docId, async () => {
          await searchIndex.stage(docId, version, renewed);
          await searchIndex.retire(docId, version);
        });
      return changed.length;
    }
    return 0;
  }

  return {
    /**
     * Publishes the staged chunks.
     *
     * @param chunks All chunks of the version, in order, as staged.
     * @returns The record; undefined when the job had lost its lease.
     * @throws {IngestFailure} `internal_error` when the index does not take them: nothing has changed.
     */
    publish: (job: IngestJob, published: Published, chunks: readonly IndexableChunk[]) =>
      documents.run(job.docId, () => publish(job, published, chunks)),

    /**
     * Replaces the terms of the live version; does nothing when another version is live meanwhile.
     *
     * @param of.terms Of all its chunks, in order.
     * @returns How many chunks had other terms.
     * @throws The signal's reason when it aborts while another change of the document runs.
     */
    renewTerms: (docId: string, of: RenewedTerms, options: { signal: AbortSignal }) =>
      // The embeddings that are read must be those that are searched, so the model is held first.
      holdModel(() => documents.run(docId, () => renewTerms(docId, of), options), options),

    /**
     * Removes the document and the approved answers that rest on it; no answer shows them once this resolves.
     *
     * @returns Their ids.
     * @throws The signal's reason when it aborts while another change of the document runs.
     * @see DocumentStore.delete
     */
    async remove(docId: string, now: number, options?: { signal: AbortSignal }): Promise<readonly string[]> {
      const removed = await documents.run(
        docId,
        async () => {
          const removed = await changeStore(docId, () => documentStore.delete(docId, now));
          const own = removed.find((each) => each.docId === docId);
          if (own) await followRemoval(own);
          return removed;
        },
        options,
      );
      for (const answer of removed) {
        if (answer.docId !== docId) await documents.run(answer.docId, () => followRemoval(answer));
      }
      return removed.map((each) => each.docId);
    },

    [Symbol.dispose]: () => repair[Symbol.dispose](),
  };
}

function haveSameTerms(one: ChunkTerms, other: ChunkTerms): boolean {
  return (
    one.terms.length === other.terms.length &&
    one.terms.every((term, i) => term === other.terms[i] && one.counts[i] === other.counts[i])
  );
}

const NOT_INDEXED =
  'The service could not add the document to its search index, so no answer uses it. Retry the ingest; if that ' +
  'fails too, the log of the service names the cause.';
