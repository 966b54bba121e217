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
  const claimed = new Set(wordsAndPairs(numbers, base));
  const candidates = sentences.map((sentence) => ({
    sentence,
    parts: [...new Set(wordsAndPairs(sentence.numbers, base))].filter((code) => claimed.has(code)),
  }));
  return bestTogether(candidates, FRESH_MIN).map(({ sentence }) => sentence);
}

/**
 * At most three candidates that have the most parts together: each time the one with the most new ones, of equal ones the
 * first.
 *
 * @param freshMin Minimum new parts of the second and the third.
 */
export function bestTogether<C extends { readonly parts: readonly number[] }>(
  candidates: readonly C[],
  freshMin: number,
): (C & { readonly fresh: number })[] {
  const covered = new Set<number>();
  const chosen: (C & { readonly fresh: number })[] = [];
  while (chosen.length < SENTENCES_MAX) {
    let freshMax = chosen.length === 0 ? 0 : freshMin - 1;
    let best: C | undefined;
    for (const candidate of candidates) {
      if (candidate.parts.length <= freshMax) continue;
      let fresh = 0;
      for (const part of candidate.parts) if (!covered.has(part)) fresh++;
      if (fresh <= freshMax) continue;
      freshMax = fresh;
      best = candidate;
    }
    if (!best) break;
    chosen.push({ ...best, fresh: freshMax });
    for (const part of best.parts) covered.add(part);
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
