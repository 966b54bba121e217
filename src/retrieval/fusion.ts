import type { IndexHit } from '../ports/search-index.ts';

/**
 * What a cosine of 1 adds to a lexical score that is 1 for the best chunk of the question. Range 0 (words alone)
 * to about 1; chosen over all sets of `docs/quality.md`, where the table stands.
 */
export const DENSE_WEIGHT = 0.5;
/**
 * The same for the model of a provider. Not measured: the built-in model's weight, until it is with a real provider.
 * Cosines of such models lie in another range, mostly a narrower and higher one.
 */
export const PROVIDER_DENSE_WEIGHT = 0.5;

/**
 * Ranks hits by score = lexical / best lexical + weight × max(cosine, 0). Scores, not ranks, are fused: a rank forgets
 * how sure BM25 was, and reciprocal rank fusion measured 0.009–0.05 nDCG@10 worse. A cosine below 0 says nothing more
 * than 0, so it cannot push a passage down that shares the question's words.
 *
 * @param hits In any order, chunk ids distinct.
 * @param denseWeight ≥ 0.
 * @returns Best first, scores in 0…1 + weight; ties go to the better lexical score, then to the lesser chunk id.
 */
export function fuse(hits: readonly IndexHit[], denseWeight: number): FusedHit[] {
  let bestLexical = 0;
  for (const hit of hits) if (hit.lexical > bestLexical) bestLexical = hit.lexical;
  return hits
    .map((hit) => ({
      ...hit,
      score: (bestLexical > 0 ? hit.lexical / bestLexical : 0) + denseWeight * Math.max(hit.dense, 0),
    }))
    .sort((a, b) => b.score - a.score || b.lexical - a.lexical || (a.chunkId < b.chunkId ? -1 : 1));
}

export interface FusedHit extends IndexHit {
  readonly score: number;
}
