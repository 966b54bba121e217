import type { IndexHit } from '../ports/search-index.ts';

/**
 * What a cosine of 1 adds to a lexical score that is 1 for the best chunk of the question. Range 0 (words alone)
 * to about 1; chosen over all sets of `docs/quality.md`, where the table stands.
 */
export const DENSE_WEIGHT = 0.5;
/** Fewer hits do not show what cosine texts have that are about nothing in common. */
const BACKGROUND_HITS_MIN = 10;

/**
 * The cosine that says nothing: models of providers give some to any two texts, each its own (0.1 one, 0.7 another). It
 * is the least of the hits, most of which share a word with the question and nothing else.
 *
 * @returns 0 where there are too few hits to tell, or none is embedded.
 */
export function backgroundOf(hits: readonly IndexHit[]): number {
  const cosines = hits.flatMap(({ embedding, dense }) => (embedding ? [dense] : []));
  return cosines.length < BACKGROUND_HITS_MIN ? 0 : Math.max(0, Math.min(...cosines));
}

/** What a cosine is above the background, 0…1: the same whatever range a model's cosines lie in. */
export function aboveBackground(cosine: number, background: number): number {
  return background < 1 ? Math.max(0, (cosine - background) / (1 - background)) : 0;
}

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
