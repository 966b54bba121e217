import type { ChunkId } from '../ports/chunk.ts';
import type { Passage } from './passage.ts';

/** A candidate chunk with its score at each ranking stage. */
export interface RankedCandidate {
  readonly chunkId: ChunkId;
  readonly docId: string;
  readonly title: string;
  readonly page: number | null;
  readonly section: string | null;
  /** BM25, ≥ 0. */
  readonly lexical: number;
  /** Cosine with the question; 0 without an embedding. */
  readonly dense: number;
  readonly fused: number;
  readonly reranked: number;
}

/** Passages as ranked by the last stage, with their scores at each. */
export function rankedCandidates(ranked: readonly Passage[]): RankedCandidate[] {
  return ranked.map(({ chunkId, docId, title, page, section, lexical, dense, fused, score }) => ({
    ...{ chunkId, docId, title, page, section, lexical, dense, fused },
    reranked: score,
  }));
}
