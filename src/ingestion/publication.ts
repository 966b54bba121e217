import { RefusedError } from '../errors.ts';
import type { ChunkTerms, IndexableChunk } from '../ports/chunk.ts';
import type { DocumentRecord } from '../ports/document.ts';
import type { DocumentStore, IngestJob, Published } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { batchesOf } from './embedding/batches.ts';
import { createIndexRepair } from './index-repair.ts';
import { createTurns } from './jobs/turns.ts';

/**
 * Keeps the store and the search index in step: every change of a document's published version goes through here, one
 * change of a document at a time. So the index never ends with a version that the store has replaced or removed
 * meanwhile.
 *
 * The store is changed first: when the process dies in between, the index, which is rebuilt at start, follows it. When
 * the index fails, or the store says of a change that it failed, `index-repair.ts` brings the index in step until this
 * is disposed of.
 */
export interface Publication extends Disposable {
  /**
   * Publishes the staged chunks.
   *
   * @param chunks All chunks of the version, in order, as staged.
   * @returns The record once the chunks are searchable, or the index has failed: then `asSearchable` does not show it
   * as `done` before it is repaired. Undefined when the job had lost its lease.
   */
  publish(
    job: IngestJob,
    published: Published,
    chunks: readonly IndexableChunk[],
  ): Promise<DocumentRecord | undefined>;
  /**
   * Gives the live version other terms, in one visible step; without effect where another version is live meanwhile.
   *
   * @param of.terms Of all its chunks, in order.
   * @returns How many chunks had other terms.
   * @throws The signal's reason when it aborts before it is the document's turn.
   */
  renewTerms(docId: string, of: RenewedTerms, options: { signal: AbortSignal }): Promise<number>;
  /**
   * Removes the document and the approved answers that rest on it; no search returns them once this resolves.
   *
   * @throws The signal's reason when it aborts before it is the document's turn.
   * @see DocumentStore.delete
   */
  remove(docId: string, now: number, options?: { signal: AbortSignal }): Promise<readonly string[]>;
  /** The record as clients may see it: not `done` before its chunks are searchable. */
  asSearchable(record: DocumentRecord): DocumentRecord;
  /** Ids of documents whose published version may be missing in the index. */
  unsearchable(): string[];
}

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
 * @param parts.onChanged Awaited after each change of a document's searchable content, before it is reported as done.
 * @param parts.onRepaired Called when a record's visible state changes, as the index was repaired or given up.
 * @param parts.holdModel Keeps the embedding model unchanged until `work` has ended.
 */
export function createPublication(parts: {
  documentStore: DocumentStore;
  searchIndex: SearchIndex;
  onChanged: (docId: string) => Promise<void>;
  onRepaired: (docId: string) => void;
  holdModel: <T>(work: () => Promise<T>, options?: { signal: AbortSignal }) => Promise<T>;
  logger: Logger;
  now: () => number;
  firstRepairMs?: number | undefined;
}): Publication {
  const { documentStore, searchIndex, onChanged, onRepaired, holdModel, logger, now, firstRepairMs } = parts;
  const inTurn = createTurns();
  const underway = new Set<string>();
  const repair = createIndexRepair({
    ...{ documentStore, searchIndex, logger, now, firstRepairMs },
    // The model first, as in `publish`.
    inTurn: (docId, work) => holdModel(() => inTurn(docId, work)),
    onRepaired: async (docId) => {
      await onChanged(docId);
      onRepaired(docId);
    },
  });

  /** A change may persist although the disk failed to sync it: what is in the store then is what the index must have. */
  async function changeStore<T>(docId: string, change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } catch (error) {
      const isUndone = error instanceof RefusedError && error.refusal.code === 'disk_full';
      if (!isUndone) repair.later(docId, error);
      throw error;
    }
  }

  async function changeIndex(docId: string, change: () => Promise<unknown>): Promise<void> {
    try {
      await change();
      repair.done(docId);
    } catch (error) {
      repair.later(docId, error);
    }
  }

  async function followRemoval(docId: string): Promise<void> {
    await changeIndex(docId, async () => {
      const record = await documentStore.get(docId);
      // It may have been published again before its turn came.
      if (typeof record?.liveVersion !== 'number') await searchIndex.removeDocument(docId);
    });
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
        await changeIndex(docId, () => searchIndex.replaceDocument(docId, version, renewed));
      return changed.length;
    }
    return 0;
  }

  return {
    publish: (job, published, chunks) =>
      inTurn(job.docId, async () => {
        const { docId, version } = job;
        underway.add(docId);
        try {
          const record = await changeStore(docId, () => documentStore.publish(job, published));
          if (record) {
            await changeIndex(docId, () => searchIndex.replaceDocument(docId, version, chunks));
            await onChanged(docId);
          }
          return record;
        } finally {
          underway.delete(docId);
        }
      }),

    // The model first, as in `publish`: the embeddings that are read must be those that are searched.
    renewTerms: (docId, of, options) =>
      holdModel(() => inTurn(docId, () => renewTerms(docId, of), options), options),

    async remove(docId, now, options) {
      const removed = await inTurn(
        docId,
        async () => {
          const removed = await changeStore(docId, () => documentStore.delete(docId, now));
          if (removed.includes(docId)) await followRemoval(docId);
          return removed;
        },
        options,
      );
      for (const answer of removed) {
        if (answer !== docId) await inTurn(answer, () => followRemoval(answer));
      }
      return removed;
    },

    asSearchable: (record) =>
      record.status === 'done' && (underway.has(record.docId) || repair.isWaiting(record.docId))
        ? { ...record, status: 'processing', stage: 'indexing', progress: PROGRESS_BEFORE_SEARCHABLE }
        : record,

    unsearchable: () => [...new Set([...underway, ...repair.waiting()])],

    [Symbol.dispose]: () => repair[Symbol.dispose](),
  };
}

function haveSameTerms(one: ChunkTerms, other: ChunkTerms): boolean {
  return (
    one.terms.length === other.terms.length &&
    one.terms.every((term, i) => term === other.terms[i] && one.counts[i] === other.counts[i])
  );
}

const PROGRESS_BEFORE_SEARCHABLE = 0.99;
