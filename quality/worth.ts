import type { Gold } from './evaluation-set.ts';
import { holdsGoldAnswer } from './gold-answer.ts';
import { tokenOverlap } from './token-overlap.ts';

/**
 * The worth of sentences as an answer, 0–1: whether one of them holds a gold answer, or F1 of their words together; 0
 * when neither applies.
 */
export function worthOf(
  sentences: readonly string[],
  { gold, answers }: { gold: Gold; answers: readonly string[] },
): number {
  if (gold === 'quoted') return Number(sentences.some((sentence) => holdsGoldAnswer(sentence, answers)));
  return gold === 'overlap' ? tokenOverlap(sentences.join(' '), answers) : 0;
}
