import type { AskedWords } from './asked-words.ts';

/** Where the question's words occur in a passage, by ascending token: the word, the token and the worth of each hit. */
export interface WordHits {
  readonly words: readonly number[];
  readonly tokens: readonly number[];
  /** 1 for the word itself, less for what stands for it. */
  readonly factors: readonly number[];
}

/** Greatest distance of the second word of a pair after the first, in tokens. */
export const PAIR_TOKENS_MAX = 3;
/** Tokens in a window. */
export const WINDOW_TOKENS = 30;
/** Sums that differ only in the order of addition differ by less. */
const ROUNDING = 1e-9;

/**
 * The share of the question's pairs that occur in order and near each other, 0…1, each weighted by its lesser word and
 * by the worth of its hits.
 */
export function orderShare(
  { pairs, weights }: Pick<AskedWords, 'pairs' | 'weights'>,
  { words, tokens, factors }: WordHits,
): number {
  let all = 0;
  let inOrder = 0;
  for (const [first, second] of pairs) {
    const weight = Math.min(weights[first]!, weights[second]!);
    all += weight;
    let best = 0;
    for (let a = 0; a < words.length; a++) {
      if (words[a] !== first) continue;
      for (let b = a + 1; b < words.length && tokens[b]! - tokens[a]! <= PAIR_TOKENS_MAX; b++)
        if (words[b] === second) best = Math.max(best, factors[a]! * factors[b]!);
    }
    inOrder += weight * best;
  }
  return all > 0 ? inOrder / all : 0;
}

/**
 * The sentence with most of the question's words.
 *
 * @param sentences Sentence of each token of the passage, ascending.
 * @returns The weight of the distinct words in it.
 */
export function bestSentence(
  { weights }: Pick<AskedWords, 'weights'>,
  { words, tokens, factors }: WordHits,
  sentences: Uint16Array,
): number {
  const lastSeenIn = new Array<number>(weights.length).fill(-1);
  const seen = new Array<number>(weights.length).fill(0);
  let best = 0;
  let inside = 0;
  let sentence = -1;
  for (let hit = 0; hit < words.length; hit++) {
    const word = words[hit]!;
    const own = sentences[tokens[hit]!]!;
    if (own !== sentence) inside = 0;
    sentence = own;
    const before = lastSeenIn[word] === own ? seen[word]! : 0;
    if (factors[hit]! <= before) continue;
    lastSeenIn[word] = own;
    seen[word] = factors[hit]!;
    inside += weights[word]! * (factors[hit]! - before);
    if (inside > best) best = inside;
  }
  return best;
}

/**
 * The 30 consecutive tokens with most of the question's words.
 *
 * @returns The weight of its distinct words, each by its best hit, and its first token; of equal windows the first.
 */
export function bestWindow(
  { weights }: Pick<AskedWords, 'weights'>,
  { words, tokens, factors }: WordHits,
): { weight: number; start: number } {
  const best = { weight: 0, start: 0 };
  /** Greatest worth of each word in the window. */
  const covered = new Float64Array(weights.length);
  for (let first = 0; first < words.length; first++) {
    covered.fill(0);
    let inside = 0;
    for (let hit = first; hit < words.length && tokens[hit]! < tokens[first]! + WINDOW_TOKENS; hit++) {
      const word = words[hit]!;
      if (factors[hit]! <= covered[word]!) continue;
      inside += weights[word]! * (factors[hit]! - covered[word]!);
      covered[word] = factors[hit]!;
    }
    if (inside > best.weight + ROUNDING) {
      best.weight = inside;
      best.start = tokens[first]!;
    }
  }
  return best;
}
