import type { IndexStatistics } from '../../ports/search-index.ts';
import type { Passage } from '../passage.ts';
import type { RetrievalQuery } from '../retrieval-query.ts';

/**
 * The probability that each of the best passages holds the answer: shares that add up to 1, or all 0 without evidence.
 * Same order as `passages`, for as many as were looked at.
 *
 * @param passages Best first.
 */
export type AnswerShares = (
  query: RetrievalQuery,
  passages: readonly Passage[],
  corpus: Pick<IndexStatistics, 'chunks' | 'idf'>,
) => number[];

/** For rankings that do not look for the answer. */
export const NO_SHARES: AnswerShares = () => [];

/** Score of a probability of 1; from 0.6 to 1.1 the ranking is as good. */
const ANSWER_WEIGHT = 0.8;

/**
 * Reranks the best passages by the probability that each holds the answer, too. Their scores stay unchanged: the model
 * of that probability was fitted to these scores, and would otherwise count itself twice.
 *
 * @param ranked Best first.
 * @param sharesOf Shares of the best passages, in their order; the others keep their places.
 * @param weight Differs from the default only in measurements.
 */
export function rankByAnswer<P extends Pick<Passage, 'score'>>(
  ranked: readonly P[],
  sharesOf: (best: readonly P[]) => readonly number[],
  weight = ANSWER_WEIGHT,
): P[] {
  const shares = sharesOf(ranked);
  const byAnswer = ranked
    .slice(0, shares.length)
    .map((passage, p) => ({ passage, worth: passage.score + weight * shares[p]! }))
    .sort((a, b) => b.worth - a.worth);
  return [...byAnswer.map(({ passage }) => passage), ...ranked.slice(shares.length)];
}
