import type { IndexHit } from '../ports/search-index.ts';

/**
 * What a cosine of 1 adds to the lexical score, which is 1 for the best chunk. Range 0 (words alone) to about 1; chosen
 * over all sets, see the table in `docs/evaluation/quality-log.md`.
 */
export const DENSE_WEIGHT = 1;
/** With fewer hits the cosine of unrelated texts cannot be estimated. */
const BACKGROUND_HITS_MIN = 10;

/**
 * The cosine of unrelated texts: providers' models give any two texts some cosine, from 0.1 in one model to 0.7 in
 * another. Estimated as the minimum cosine of the hits, most of which only share a word with the question.
 *
 * @returns 0 where there are too few hits to tell, or none is embedded.
 */
export function backgroundOf(hits: readonly IndexHit[]): number {
  const cosines = hits.flatMap(({ embedding, dense }) => (embedding ? [dense] : []));
  return cosines.length < BACKGROUND_HITS_MIN ? 0 : Math.max(0, Math.min(...cosines));
}

/**
 * A cosine rescaled above the background to 0…1, so that models with different ranges compare. The best of the hits does
 * not become 1: where the model hardly distinguishes them, the words have to.
 */
export function aboveBackground(cosine: number, background: number): number {
  return background < 1 ? Math.max(0, (cosine - background) / (1 - background)) : 0;
}

/**
 * Ranks hits by score = lexical / best lexical + weight × max(cosine, 0). Scores, not ranks, are fused: a rank forgets
 * how sure BM25 was, and reciprocal rank fusion measured 0.009–0.05 nDCG@10 worse. A cosine below 0 counts as 0, so
 * that it cannot push down a passage that shares the question's words.
 *
 * @param hits In any order, chunk ids distinct.
 * @param denseWeight ≥ 0.
 * @param options.background The cosine of unrelated texts, above which cosines are rescaled; by default they stay.
 * @returns Best first, scores in 0…1 + weight; ties go to the better lexical score, then to the lesser chunk id.
 */
export function fuse(
  hits: readonly IndexHit[],
  denseWeight: number,
  { background = 0 }: { background?: number } = {},
): FusedHit[] {
  let bestLexical = 0;
  for (const hit of hits) if (hit.lexical > bestLexical) bestLexical = hit.lexical;
  // Not `map`: once compiled it makes another kind of array, and its readers are recompiled.
  const fused: FusedHit[] = [];
  for (const hit of hits) {
    const lexical = bestLexical > 0 ? hit.lexical / bestLexical : 0;
    const dense = background === 0 ? hit.dense : aboveBackground(hit.dense, background);
    fused.push({ ...hit, dense, score: lexical + denseWeight * Math.max(dense, 0) });
  }
  return fused.sort((a, b) => b.score - a.score || b.lexical - a.lexical || (a.chunkId < b.chunkId ? -1 : 1));
}

export interface FusedHit extends IndexHit {
  readonly score: number;
}
