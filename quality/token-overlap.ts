import { squadNormalised } from './gold-answer.ts';

/**
 * F1 of the words shared with the most similar gold answer, 0–1, both in SQuAD's normal form.
 *
 * @see Rajpurkar et al., "SQuAD: 100,000+ Questions for Machine Comprehension of Text", EMNLP 2016, its script.
 */
export function tokenOverlap(text: string, answers: readonly string[]): number {
  const words = wordsOf(text);
  return Math.max(0, ...answers.map((answer) => f1(words, wordsOf(answer))));
}

function f1(words: readonly string[], gold: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of gold) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared++;
  }
  return shared === 0 ? 0 : (2 * shared) / (words.length + gold.length);
}

function wordsOf(text: string): string[] {
  return squadNormalised(text)
    .split(' ')
    .filter((word) => word !== '');
}
