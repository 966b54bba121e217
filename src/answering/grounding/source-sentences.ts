import type { EvidenceSentence } from './evidence.ts';
import type { Word } from './words.ts';

const SENTENCES_MAX = 3;
/** Least number of the claim's words and pairs that a further sentence must add. */
const FRESH_MIN = 3;

/**
 * The sentences that a claim seems to be taken from: the one that shares the most words and word pairs with it, then at
 * most two more that hold enough of the rest.
 */
export function sourceSentences(
  claim: readonly Word[],
  sentences: readonly EvidenceSentence[],
): EvidenceSentence[] {
  const numbers = new Map<string, number>();
  const claimed = claim.map(({ key }) => key);
  for (const key of claimed) if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
  const left = new Set(wordsAndPairs(claimed, numbers));
  const candidates = sentences.map((sentence) => ({
    sentence,
    shared: [...new Set(wordsAndPairs(sentence.keys, numbers))].filter((code) => left.has(code)),
  }));
  const chosen: EvidenceSentence[] = [];
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
function wordsAndPairs(keys: readonly string[], numbers: ReadonlyMap<string, number>): number[] {
  const codes: number[] = [];
  const base = numbers.size + 1;
  let previous = 0;
  for (const key of keys) {
    const number = numbers.get(key) ?? 0;
    if (number > 0) codes.push(number);
    if (number > 0 && previous > 0) codes.push(previous * base + number);
    previous = number;
  }
  return codes;
}
