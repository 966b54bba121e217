import type { IndexHit } from '../ports/search-index.ts';

/**
 * What a cosine of 1 adds to the lexical score, which is 1 for the best chunk. Range 0 (words alone) to about 1; chosen
 * over all sets, see the table in `docs/quality.md`.
 */
export const DENSE_WEIGHT = 0.5;
/** With fewer hits the range of a model's cosines cannot be estimated. */
const RANGE_HITS_MIN = 10;

/** Of the cosines that a model gives for one question. */
export interface CosineRange {
  /** Of unrelated texts. */
  readonly least: number;
  readonly best: number;
}

export const WHOLE_RANGE: CosineRange = { least: 0, best: 1 };

/**
 * Each model has cosines in a range of its own: unrelated texts come to 0 with one and to 0.7 with another, the best
 * passage to 0.5 or to 0.9. The least is that of the hits, most of which only share a word with the question.
 *
 * @returns The whole range where too few hits are embedded to tell.
 */
export function cosineRangeOf(hits: readonly IndexHit[]): CosineRange {
  const cosines = hits.flatMap(({ embedding, dense }) => (embedding ? [dense] : []));
  if (cosines.length < RANGE_HITS_MIN) return WHOLE_RANGE;
  return { least: Math.max(0, Math.min(...cosines)), best: Math.max(...cosines) };
}

/**
 * A cosine by its place in the range: 0 for unrelated texts, 1 for the best hit, as the best lexical score counts as 1.
 * So one weight serves models with different ranges.
 */
export function scaled(cosine: number, { least, best }: CosineRange): number {
  return best > least ? Math.max(0, (cosine - least) / (best - least)) : 0;
}

/**
 * Ranks hits by score = lexical / best lexical + weight × max(cosine, 0). Scores, not ranks, are fused: a rank forgets
 * how sure BM25 was, and reciprocal rank fusion measured 0.009–0.05 nDCG@10 worse. A cosine below 0 counts as 0, so
 * that it cannot push down a passage that shares the question's words.
 *
 * @param hits In any order, chunk ids distinct.
 * @param denseWeight ≥ 0.
 * @returns Best first, scores in 0…1 + weight; ties go to the better lexical score, then to the lesser chunk id.
 */
export function fuse(hits: readonly IndexHit[], denseWeight: number): FusedHit[] {
  let bestLexical = 0;
  for (const hit of hits) if (hit.lexical > bestLexical) bestLexical = hit.lexical;
  // Not `map`: once compiled it makes another kind of array, and its readers are recompiled.
  const fused: FusedHit[] = [];
  for (const hit of hits) {
    const lexical = bestLexical > 0 ? hit.lexical / bestLexical : 0;
    fused.push({ ...hit, score: lexical + denseWeight * Math.max(hit.dense, 0) });
  }
  return fused.sort((a, b) => b.score - a.score || b.lexical - a.lexical || (a.chunkId < b.chunkId ? -1 : 1));
}

export interface FusedHit extends IndexHit {
  readonly score: number;
}
