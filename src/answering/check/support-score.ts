import type { ClaimWords, SharedSentence } from './claim.ts';
import { bestTogether } from './source-sentences.ts';

/**
 * Weights of the score, found by a search with leave-one-out over sets of judged claims. Every content word counts the
 * same: weighting by idf over the evidence's sentences was worse on each of five sets.
 */
const WEIGHT = {
  best3: 1,
  best1: 0.1,
  trigrams: 0.2,
  missingNumbers: -0.1,
  anyMissingNumber: -0.1,
  negation: -0.1,
} as const;

/** Logistic fit of the score to human judgements, sets and classes weighted equally: 0.5 at a score of 0.68. */
const SLOPE = 4.69;
const INTERCEPT = -3.2;

/**
 * How far the evidence supports a claim by its words, 0–1: mainly the share of its content in the best three sentences
 * together, some for the share in one sentence and for shared runs of three words, less for numbers that occur nowhere
 * and for a different number of negations. It measures the subject, not what is said about it.
 *
 * @param isKnown Whether a key occurs anywhere in the evidence.
 */
export function supportScore(
  claim: ClaimWords,
  sentences: readonly SharedSentence[],
  isKnown: (key: string) => boolean,
): number {
  const { contents } = claim;
  if (contents === 0) return 0;
  const candidates = sentences.map((shared) => ({ ...shared, parts: shared.contents }));
  const best = bestTogether(candidates, 1);
  const [first] = best;
  const together = best.reduce((sum, { fresh }) => sum + fresh, 0);
  const numbers = claim.words.filter(({ kind }) => kind === 'number');
  const missing = numbers.filter(({ key }) => !isKnown(key)).length;
  const isTurned = first !== undefined && claim.negations % 2 !== first.sentence.negations % 2;
  const score =
    (WEIGHT.best3 * together) / contents +
    (WEIGHT.best1 * (first?.fresh ?? 0)) / contents +
    WEIGHT.trigrams * sharedRuns(claim, sentences) +
    (missing === 0 ? 0 : (WEIGHT.missingNumbers * missing) / numbers.length + WEIGHT.anyMissingNumber) +
    (isTurned ? WEIGHT.negation : 0);
  return 1 / (1 + Math.exp(-(SLOPE * score + INTERCEPT)));
}

const RUN_WORDS = 3;

/** Share of the claim's runs of three words, stop words included, that occur in a sentence. */
function sharedRuns({ numbers, base }: ClaimWords, sentences: readonly SharedSentence[]): number {
  const length = Math.min(RUN_WORDS, numbers.length);
  const missing = new Set(runsOf(numbers, length, base));
  const runs = missing.size;
  for (const sentence of sentences)
    for (const run of runsOf(sentence.numbers, length, base)) missing.delete(run);
  return (runs - missing.size) / runs;
}

/** A unique number for each run whose words are all in the claim; exact for claims of fewer than 9,000 words. */
function runsOf(numbers: readonly number[], length: number, base: number): number[] {
  const modulus = base ** length;
  const runs: number[] = [];
  let run = 0;
  let known = 0;
  for (const number of numbers) {
    if (number === 0) {
      known = 0;
      run = 0;
      continue;
    }
    run = (run * base + number) % modulus;
    if (++known >= length) runs.push(run);
  }
  return runs;
}
