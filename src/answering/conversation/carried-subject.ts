import type { QuestionWords } from '../question/question-words.ts';

/** Share of its own words' weight that a question may have unknown to the corpus and yet go on from the one before. */
const UNKNOWN_MAX = 0.34;
/** Share of its own words that a passage must hold where nothing else says that the question goes on. */
const FOUND_MIN = 0.5;

/**
 * Whether what was asked before may speak for an answer to this question. Words of earlier turns lead to passages that hold
 * them, whatever is asked now; they count only where the corpus knows what the question says itself, and it either shows
 * that it goes on ("and …", "… it …", nothing but such words), or the passage holds half of it as well. So a question on
 * another subject is judged by its own words.
 *
 * @param inPassage Best match of each word of the question in the passage, 0–1.
 * @see docs/quality.md, foreign questions after an answered one.
 */
export function keepsSubject(question: QuestionWords, inPassage: Float64Array): boolean {
  let [total, unknown, found] = [0, 0, 0];
  for (const [i, { weight, isKnown, isCarried }] of question.words.entries()) {
    if (isCarried) continue;
    total += weight;
    found += weight * inPassage[i]!;
    if (!isKnown && inPassage[i] === 0) unknown += weight;
  }
  if (total === 0) return true;
  return unknown <= UNKNOWN_MAX * total && (question.showsContinuation || found >= FOUND_MIN * total);
}
