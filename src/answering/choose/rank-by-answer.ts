import type { Passage } from '../../retrieval/passage.ts';
import { type ReadPassage, readForAnswer } from './passage-analysis.ts';
import type { SentenceReader } from './sentence-reader.ts';

/** The best passages, whose sentences are searched for the answer: 5 gain less, 20 no more. */
const READ = 10;

/** Score of a probability of 1; from 0.6 to 1.1 the ranking is as good. */
const ANSWER_WEIGHT = 0.8;

/**
 * Reranks the best passages by the probability that each holds the answer, too. Their scores stay unchanged: the model
 * of that probability was fitted to these scores, and would otherwise count itself twice.
 *
 * @param ranked Best first.
 */
export function rankByAnswer(ranked: readonly Passage[], reader: SentenceReader): Passage[] {
  return withAnswerShares(ranked, answerShares(ranked.slice(0, READ).map(readForAnswer), reader));
}

/**
 * The probability that each passage holds the answer: the sum over its sentences of the probabilities by which
 * quotations are chosen. They add up to 1, or are all 0 without evidence.
 */
export function answerShares(passages: readonly ReadPassage[], reader: SentenceReader): number[] {
  const shares = new Array<number>(passages.length).fill(0);
  const sentences = reader.score(passages);
  let best = Number.NEGATIVE_INFINITY;
  for (const { score } of sentences) best = Math.max(best, score);
  let total = 0;
  for (const { passage, score } of sentences) {
    const power = Math.exp(score - best);
    shares[passage]! += power;
    total += power;
  }
  return total > 0 ? shares.map((share) => share / total) : shares;
}

/** @param shares Of the best passages, in their order; the others keep their places. */
export function withAnswerShares<P extends Pick<Passage, 'score' | 'ahead'>>(
  ranked: readonly P[],
  shares: readonly number[],
): P[] {
  const byAnswer = ranked
    .slice(0, shares.length)
    .map((passage, p) => ({ passage, worth: passage.score + ANSWER_WEIGHT * shares[p]! }))
    .sort((a, b) => b.worth - a.worth);
  const ordered = [...byAnswer.map(({ passage }) => passage), ...ranked.slice(shares.length)];
  const [first, second] = byAnswer;
  if (second) ordered[0] = { ...first!.passage, ahead: first!.worth - second.worth };
  return ordered;
}
