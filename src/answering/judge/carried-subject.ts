import type { Coverage } from '../choose/coverage.ts';
import type { QuestionWords } from '../choose/question-words.ts';

/**
 * Largest share, by weight, of a question's own words that may be unknown to the corpus if it is to count as a
 * continuation.
 */
const UNKNOWN_MAX = 0.34;
/** Minimum share of its own words that a passage must hold when nothing else shows that the question continues. */
const FOUND_MIN = 0.5;

/**
 * Whether words of earlier turns may count as evidence for an answer to this question. They lead to passages that hold
 * them, whatever is asked now. So they count only if the corpus knows most of the question's own words, and the
 * question either shows that it continues ("and …", "… it …", nothing but such words) or has half of its own words in
 * the passage. A question on another subject is judged by its own words.
 *
 * @param inPassage Best match of each word of the question in the passage, 0–1.
 * @see docs/evaluation/quality-log.md, foreign questions after an answered one.
 */
export function keepsSubject(question: QuestionWords, inPassage: Coverage): boolean {
  let [total, unknown, found] = [0, 0, 0];
  for (const [i, { weight, isKnown, isCarried }] of question.words.entries()) {
    if (isCarried) continue;
    total += weight;
    found += weight * inPassage[i]!;
    if (!isKnown && inPassage[i] === 0) unknown += weight;
  }
  if (total === 0) return true;
  return unknown <= UNKNOWN_MAX * total && (question.continues || found >= FOUND_MIN * total);
}
