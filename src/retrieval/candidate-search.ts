import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveChunk } from '../ports/chunk.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { IndexQuery, SearchIndex } from '../ports/search-index.ts';
import { backgroundOf, DENSE_WEIGHT, type FusedHit, fuse } from './fusion.ts';

/**
 * Candidates by words, and as many by embedding; as many of those with the best fused scores are reranked, and the others
 * follow in their order. 35 rank no better (`docs/evaluation/quality-log.md`).
 */
export const CANDIDATES = 25;
/** Candidates from documents that the question names, reranked as well. */
const NAMED_CANDIDATES = 30;
/** Hits looked up beyond the limit, to make up for duplicates and chunks that have just vanished. */
const SPARE_HITS = 6;
/**
 * The index may have versions that the store has replaced or not published: they are gone when looked up. Pauses before
 * the search is repeated for more hits, until enough are left or the pauses are used up.
 */
const PAUSES_MS = [10, 40, 150] as const;

/** The chunks that a search found, and those of them that the store has: less when some have just vanished. */
export interface Candidates {
  /** Best first by fused score. */
  readonly hits: readonly FusedHit[];
  /** In the order of `hits`. */
  readonly chunks: readonly LiveChunk[];
  /** Number of chunks compared to choose `hits`. */
  readonly compared: number;
  /** The cosine of unrelated texts. */
  readonly background: number;
}

/** Searches the index by words and by meaning, and looks up what it finds. Aborts reject with the signal's reason. */
export interface CandidateSearch {
  find(query: IndexQuery, options: { limit: number; signal: AbortSignal | undefined }): Promise<Candidates>;
  /**
   * More candidates from the documents that the question names: their passages seldom name the subject, and others that
   * do crowd them out.
   *
   * @param options.beside What `query` found; none of it is given again.
   */
  findIn(
    docIds: ReadonlySet<string>,
    query: IndexQuery,
    options: { beside: Candidates; signal: AbortSignal | undefined },
  ): Promise<Candidates>;
}

/**
 * @param providerWeight How many times as much the embeddings of a provider count; undefined for the built-in model.
 *   Providers' models give unrelated texts a cosine well above 0, which is subtracted.
 */
export function createCandidateSearch(
  stores: {
    searchIndex: Pick<SearchIndex, 'search'>;
    documentStore: Pick<DocumentStore, 'chunks'>;
  },
  providerWeight: number | undefined,
): CandidateSearch {
  const { searchIndex, documentStore } = stores;
  const denseWeight = DENSE_WEIGHT * (providerWeight ?? 1);

  async function lookUp(hits: readonly FusedHit[], signal: AbortSignal | undefined): Promise<LiveChunk[]> {
    const chunks = await documentStore.chunks(hits.map(({ chunkId }) => chunkId));
    signal?.throwIfAborted();
    return chunks;
  }

  async function findOnce(
    query: IndexQuery,
    { limit, gone, signal }: { limit: number; gone: number; signal: AbortSignal | undefined },
  ): Promise<Candidates> {
    const found = await searchIndex.search(query, {
      limit: Math.max(CANDIDATES, limit) + gone,
      ...(signal && { signal }),
    });
    const background = providerWeight === undefined ? 0 : backgroundOf(found);
    const hitsMax = Math.max(CANDIDATES, limit) + SPARE_HITS + gone;
    const hits = withBestByWords(fuse(found, denseWeight, { background })).slice(0, hitsMax);
    return { hits, chunks: await lookUp(hits, signal), compared: found.length, background };
  }

  return {
    async find(query, options) {
      let found = await findOnce(query, { ...options, gone: 0 });
      for (const pauseMs of PAUSES_MS) {
        const gone = found.hits.length - found.chunks.length;
        if (gone === 0 || found.chunks.length >= Math.max(CANDIDATES, options.limit)) break;
        await sleep(pauseMs, undefined, { ...(options.signal && { signal: options.signal }) });
        found = await findOnce(query, { ...options, gone });
      }
      return found;
    },

    async findIn(docIds, query, { beside, signal }) {
      const nothing = { ...beside, hits: [], chunks: [], compared: 0 };
      if (docIds.size === 0) return nothing;
      const found = await searchIndex.search(
        { ...query, docIds },
        { limit: NAMED_CANDIDATES, ...(signal && { signal }) },
      );
      const known = new Set(beside.hits.map(({ chunkId }) => chunkId));
      const hits = fuse(found, denseWeight, { background: beside.background })
        .slice(0, NAMED_CANDIDATES)
        .filter(({ chunkId }) => !known.has(chunkId));
      if (hits.length === 0) return nothing;
      return { ...beside, hits, chunks: await lookUp(hits, signal), compared: hits.length };
    },
  };
}

/**
 * The hit with the best lexical score is reranked in any case, as the last candidate: in a small corpus of odd words
 * many others may be nearer in meaning.
 *
 * @param hits Best first by fused score.
 */
function withBestByWords(hits: readonly FusedHit[]): readonly FusedHit[] {
  let best = 0;
  for (let i = 1; i < hits.length; i++) if (hits[i]!.lexical > hits[best]!.lexical) best = i;
  return best < CANDIDATES ? hits : hits.toSpliced(best, 1).toSpliced(CANDIDATES - 1, 0, hits[best]!);
}
