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

/**
 * The best candidates with their scores at each stage, the best first.
 *
 * @param ranked As ranked by the last stage.
 * @param fused The same passages with the scores of fusion, in any order.
 */
export function rankedCandidates(
  ranked: readonly Passage[],
  fused: readonly Passage[],
  limit: number,
): RankedCandidate[] {
  const best = ranked.slice(0, limit);
  const fusedOf = new Map<ChunkId, number>();
  for (const { chunkId, score } of best) fusedOf.set(chunkId, score);
  for (const { chunkId, score } of fused) if (fusedOf.has(chunkId)) fusedOf.set(chunkId, score);
  return best.map(({ chunkId, docId, title, page, section, lexical, dense, score: reranked }) => {
    const fused = fusedOf.get(chunkId)!;
    return { chunkId, docId, title, page, section, lexical, dense, fused, reranked };
  });
}
