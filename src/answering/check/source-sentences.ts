import type { ClaimWords, SharedSentence } from './claim.ts';

const SENTENCES_MAX = 3;
/** Minimum number of the claim's words and pairs that a further sentence must add. */
const FRESH_MIN = 3;

/**
 * The sentences that a claim seems to be taken from: the one that shares the most words and word pairs with it, then at
 * most two more that hold enough of the rest.
 */
export function sourceSentences(
  { numbers, base }: Pick<ClaimWords, 'numbers' | 'base'>,
  sentences: readonly SharedSentence[],
): SharedSentence[] {
  const left = new Set(wordsAndPairs(numbers, base));
  const candidates = sentences.map((sentence) => ({
    sentence,
    shared: [...new Set(wordsAndPairs(sentence.numbers, base))].filter((code) => left.has(code)),
  }));
  const chosen: SharedSentence[] = [];
  while (chosen.length < SENTENCES_MAX) {
    let freshMax = chosen.length === 0 ? 0 : FRESH_MIN - 1;
    let best: (typeof candidates)[number] | undefined;
    for (const candidate of candidates) {
      if (candidate.shared.length <= freshMax) continue;
      let fresh = 0;
      for (const code of candidate.shared) if (left.has(code)) fresh++;
      if (fresh <= freshMax) continue;
      freshMax = fresh;
      best = candidate;
    }
    if (!best) break;
    chosen.push(best.sentence);
    for (const code of best.shared) left.delete(code);
  }
  return chosen;
}

/** Numbers of the words that are in the claim, and of the pairs with both words in it. */
function wordsAndPairs(numbers: readonly number[], base: number): number[] {
  const codes: number[] = [];
  let previous = 0;
  for (const number of numbers) {
    if (number > 0) codes.push(number);
    if (number > 0 && previous > 0) codes.push(previous * base + number);
    previous = number;
  }
  return codes;
}
