import { contentKeys, type Evidence, type EvidenceSentence, negationsIn } from './evidence.ts';
import type { Word } from './words.ts';

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
const SENTENCES_MAX = 3;

/** Logistic fit of the score to human judgements, sets and classes weighted equally: 0.5 at a score of 0.68. */
const SLOPE = 4.69;
const INTERCEPT = -3.2;

/**
 * How far the evidence supports a claim by its words, 0–1: mainly the share of its content in the best three sentences
 * together, some for the share in one sentence and for shared runs of three words, less for numbers that occur nowhere
 * and for a different number of negations. It measures the subject, not what is said about it.
 */
export function supportScore(claim: readonly Word[], evidence: Evidence): number {
  const keys = new Set(contentKeys(claim));
  if (keys.size === 0 || evidence.sentences.length === 0) return 0;
  const { first, together, best } = bestSentences(keys, evidence.sentences);
  const numbers = claim.filter(({ kind }) => kind === 'number');
  const missing = numbers.filter(({ key }) => !evidence.keys.has(key)).length;
  const isTurned = best !== undefined && negationsIn(claim) % 2 !== best.negations % 2;
  const score =
    (WEIGHT.best3 * together) / keys.size +
    (WEIGHT.best1 * first) / keys.size +
    WEIGHT.trigrams * sharedRuns(claim, evidence.sentences) +
    (missing === 0 ? 0 : (WEIGHT.missingNumbers * missing) / numbers.length + WEIGHT.anyMissingNumber) +
    (isTurned ? WEIGHT.negation : 0);
  return 1 / (1 + Math.exp(-(SLOPE * score + INTERCEPT)));
}

/** Number of keys in the best sentence, and in the best three together, chosen greedily. */
function bestSentences(
  keys: ReadonlySet<string>,
  sentences: readonly EvidenceSentence[],
): { first: number; together: number; best: EvidenceSentence | undefined } {
  const left = new Set(keys);
  const held = sentences.map(({ content }) => new Set(content.filter((key) => keys.has(key))));
  let first = 0;
  let best: EvidenceSentence | undefined;
  for (let round = 0; round < SENTENCES_MAX; round++) {
    let gainMax = 0;
    let chosen = -1;
    for (let s = 0; s < held.length; s++) {
      if (held[s]!.size <= gainMax) continue;
      let gain = 0;
      for (const key of held[s]!) if (left.has(key)) gain++;
      if (gain > gainMax) {
        gainMax = gain;
        chosen = s;
      }
    }
    if (chosen < 0) break;
    for (const key of held[chosen]!) left.delete(key);
    if (round > 0) continue;
    first = gainMax;
    best = sentences[chosen];
  }
  return { first, together: keys.size - left.size, best };
}

const RUN_WORDS = 3;

/** Share of the claim's runs of three words, stop words included, that occur in a sentence. */
function sharedRuns(claim: readonly Word[], sentences: readonly EvidenceSentence[]): number {
  const length = Math.min(RUN_WORDS, claim.length);
  const numbers = new Map<string, number>();
  const claimed = claim.map(({ key }) => key);
  for (const key of claimed) if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
  const runs = new Set(runsOf(claimed, length, numbers));
  const found = new Set<number>();
  for (const { keys } of sentences)
    for (const run of runsOf(keys, length, numbers)) if (runs.has(run)) found.add(run);
  return found.size / runs.size;
}

/** A unique number for each run whose words are all in the claim; exact for claims of fewer than 9,000 words. */
function runsOf(keys: readonly string[], length: number, numbers: ReadonlyMap<string, number>): number[] {
  const base = numbers.size + 1;
  const modulus = base ** length;
  const runs: number[] = [];
  let run = 0;
  let known = 0;
  for (const key of keys) {
    const number = numbers.get(key);
    if (number === undefined) {
      known = 0;
      run = 0;
      continue;
    }
    run = (run * base + number) % modulus;
    if (++known >= length) runs.push(run);
  }
  return runs;
}
