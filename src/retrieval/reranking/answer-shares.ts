import type { IndexStatistics } from '../../ports/search-index.ts';
import type { Passage } from '../passage.ts';
import type { RetrievalQuery } from '../retrieval-query.ts';

/**
 * How probably each of a few passages holds the answer: shares that add up to 1, or all 0 where nothing tells. Same order as
 * `passages`.
 */
export type AnswerShares = (
  query: RetrievalQuery,
  passages: readonly Passage[],
  corpus: Pick<IndexStatistics, 'chunks' | 'idf'>,
) => number[];

/** Where nobody looks for the answer. */
export const NO_SHARES: AnswerShares = (_, passages) => passages.map(() => 0);

/** The best passages, which are looked at sentence by sentence: 5 gain less, 20 no more. */
const WEIGHED = 10;
/** What the whole probability counts beside a score: from 0.6 to 1.1 the ranking is as good. */
const ANSWER_WEIGHT = 0.8;

/**
 * Ranks the best passages anew by how probably each holds the answer, too. Their scores stay what words and meaning gave: what
 * looks for the answer was fitted to these, and would count itself twice.
 *
 * @param ranked Best first.
 * @param sharesOf Of the best, in their order.
 * @param weight Other than the measured one only in order to measure.
 */
export function rankByAnswer<P extends Pick<Passage, 'score'>>(
  ranked: readonly P[],
  sharesOf: (best: readonly P[]) => readonly number[],
  weight = ANSWER_WEIGHT,
): P[] {
  const best = ranked.slice(0, WEIGHED);
  const shares = sharesOf(best);
  const byAnswer = best
    .map((passage, p) => ({ passage, worth: passage.score + weight * shares[p]! }))
    .sort((a, b) => b.worth - a.worth);
  return [...byAnswer.map(({ passage }) => passage), ...ranked.slice(WEIGHED)];
}
