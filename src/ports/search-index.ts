import type { ChunkId, ChunkTerms } from './chunk.ts';

/**
 * The searchable side of the corpus: postings and embeddings of every chunk of a live version. All of it is derived and
 * can be rebuilt from the document store.
 *
 * ```ts
 * import { createEmbeddedIndex } from '../adapters/search/embedded-index.ts';
 *
 * await using index = createEmbeddedIndex();
 * await index.stage('hours', 1, [
 *   { ordinal: 0, terms: ['museum', 'open'], counts: [1, 2] },
 *   { ordinal: 1, terms: ['shop', 'open'], counts: [1, 1] },
 * ]);
 * const hits = await index.search({ terms: [{ term: 'museum', weight: 1 }] }, { limit: 10 });
 * console.log(hits[0].chunkId); // hours.1.0
 * ```
 */
export interface SearchIndex extends AsyncDisposable {
  /**
   * Adds the chunks of a version, in place of any that the index has of it. Once this resolves a search finds them, and
   * still those of earlier versions: whoever looks hits up drops those of a version that is not live.
   *
   * @param options.embeddingModelId The model of the chunks' embeddings; the searched one by default.
   */
  stage(
    docId: string,
    version: number,
    chunks: readonly IndexedChunk[],
    options?: { embeddingModelId?: string | undefined; signal?: AbortSignal },
  ): Promise<void>;
  /** Removes versions before `version`, which is staged and live. */
  retire(docId: string, version: number): Promise<void>;
  /** Takes a staged version back that was not published; an index that several processes write to may leave it. */
  unstage(docId: string, version: number): Promise<void>;
  /** From the moment it resolves no search returns the document in versions up to `version`. */
  remove(docId: string, version: number): Promise<void>;
  /**
   * Replaces every embedding in one visible step, after the embedding model was changed or refitted. Chunks that
   * `embeddings` does not name lose theirs.
   */
  replaceEmbeddings(modelId: string, embeddings: AsyncIterable<ChunkEmbedding>): Promise<void>;
  /** In no particular order: the caller ranks the hits by both scores. */
  search(query: IndexQuery, options: { limit: number; signal?: AbortSignal }): Promise<IndexHit[]>;
  /**
   * @param options.terms Those whose idf will be asked for, as far as known; called only where it has to be fetched.
   * @param options.corpus The only documents, as it were; all when absent. The set never changes.
   */
  statistics(options?: {
    terms?: () => readonly string[];
    corpus?: ReadonlySet<string> | undefined;
    signal?: AbortSignal;
  }): Promise<IndexStatistics>;
  /**
   * For each of `parts` the terms of visible chunks that begin or end with it and have at least three letters more, most
   * frequent first: words that it is compounded in.
   */
  compoundTerms(parts: readonly string[], options: TermSearch): Promise<string[][]>;
  /**
   * Resolves when the index answers at this moment.
   *
   * @throws {StillLoading} While it is filled: other calls wait until it is.
   * @throws When it can't, or `signal` aborts first.
   */
  ping(signal: AbortSignal): Promise<void>;
}

/** A chunk as it is indexed. */
export interface IndexedChunk extends ChunkTerms {
  /** Position among the chunks of its version, from 0. */
  readonly ordinal: number;
  /** Unit vector of the current embedding model; absent while there is none. */
  readonly embedding?: Float32Array;
}

export interface ChunkEmbedding {
  readonly chunkId: ChunkId;
  /** Unit length. */
  readonly embedding: Float32Array;
}

export interface WeightedTerm {
  readonly term: string;
  /** Factor on the term's BM25 score, > 0; 1 for a content word of the question. */
  readonly weight: number;
  /** What a chunk may say instead: the best of the term and its variants counts, not their sum. */
  readonly variants?: readonly QueryVariant[];
}

export interface QueryVariant {
  /** One term, or those of a phrase: a chunk with all of them has it, as often as the rarest, in whatever order. */
  readonly terms: readonly string[];
  /**
   * Factor against the weight of the word that it stands for, > 0. Its idf is its own, of a phrase the greatest, and at
   * most that of the word.
   */
  readonly weight: number;
}

export interface IndexQuery {
  /** Distinct; empty to search by embedding only. */
  readonly terms: readonly WeightedTerm[];
  /** Unit vector of the searched model; absent to search by terms only. */
  readonly embedding?: Float32Array;
  /** Only chunks of these documents; all when absent. The set never changes. */
  readonly docIds?: ReadonlySet<string>;
  /** As of `statistics`: scores are as if there were no other documents. `docIds` are among them. */
  readonly corpus?: ReadonlySet<string>;
}

/** A chunk among the best `limit` by terms or the best `limit` by embedding; both scores are exact for every hit. */
export interface IndexHit {
  readonly chunkId: ChunkId;
  readonly docId: string;
  /** BM25 (k1 1.2, b 0.6, idf = ln(1 + (N − df + 0.5) / (df + 0.5))), ≥ 0. */
  readonly lexical: number;
  /** Cosine −1…1 with the question's embedding; 0 without one. */
  readonly dense: number;
  /** The chunk's embedding. Absent when the chunk or the query has none. */
  readonly embedding?: FoundEmbedding;
}

/** An embedding in the index's own form; to be used before the index is written to again. */
export interface FoundEmbedding {
  /** Cosine with the embedding of another hit of the same search. */
  cosine(other: FoundEmbedding): number;
}

export interface TermSearch {
  /** Of each, ≥ 1. */
  readonly limit: number;
  /** As of `statistics`. */
  readonly corpus?: ReadonlySet<string> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface IndexStatistics {
  /** The documents that were asked about; absent for all. */
  readonly corpus?: ReadonlySet<string>;
  readonly documents: number;
  readonly chunks: number;
  /** Chunks with an embedding that is not all zeros. */
  readonly embedded: number;
  /** The model whose vectors are searched; undefined while there are none. */
  readonly embeddingModelId: string | undefined;
  /**
   * Inverse document frequency of a term over the visible chunks, as BM25 uses it. A term whose frequency is not at hand
   * counts as absent until `learn` has fetched it.
   */
  readonly idf: (term: string) => number;
  /**
   * Fetches the frequencies of all terms that `idf` did not know.
   *
   * @returns Whether there were any: earlier scores may then be outdated.
   */
  learn(signal?: AbortSignal): Promise<boolean>;
}
