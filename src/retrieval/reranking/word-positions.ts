import type { AskedWords } from './asked-words.ts';

/** Where the question's words occur in a passage, by ascending token: the word, the token and the worth of each hit. */
export interface WordHits {
  readonly words: ArrayLike<number>;
  readonly tokens: ArrayLike<number>;
  /** 1 for the word itself, less for what stands for it. */
  readonly factors: ArrayLike<number>;
  /** Of the columns, only so many rows are filled. */
  readonly count: number;
}

/** Hits that are filled in for one passage after the other: new columns for each are most of what reranking allocates. */
export class HitList implements WordHits {
  words = new Uint16Array(256);
  tokens = new Uint32Array(256);
  factors = new Float64Array(256);
  count = 0;

  add(word: number, token: number, factor: number): void {
    const hit = this.count++;
    if (hit === this.words.length) {
      this.words = doubled(this.words);
      this.tokens = doubled(this.tokens);
      this.factors = doubled(this.factors);
    }
    this.words[hit] = word;
    this.tokens[hit] = token;
    this.factors[hit] = factor;
  }
}

function doubled<C extends Uint16Array | Uint32Array | Float64Array>(column: C): C {
  const grown = new (column.constructor as new (length: number) => C)(2 * column.length);
  grown.set(column);
  return grown;
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
  { words, tokens, factors, count }: WordHits,
): number {
  let all = 0;
  let inOrder = 0;
  for (const [first, second] of pairs) {
    const weight = Math.min(weights[first]!, weights[second]!);
    all += weight;
    let best = 0;
    for (let a = 0; a < count; a++) {
      if (words[a] !== first) continue;
      for (let b = a + 1; b < count && tokens[b]! - tokens[a]! <= PAIR_TOKENS_MAX; b++)
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
  { words, tokens, factors, count }: WordHits,
  sentences: Uint16Array,
): number {
  const seen = noneSeen(weights.length);
  let best = 0;
  let inside = 0;
  let sentence = -1;
  for (let hit = 0; hit < count; hit++) {
    const word = words[hit]!;
    const own = sentences[tokens[hit]!]!;
    if (own !== sentence) {
      inside = 0;
      noneSeen(weights.length);
    }
    sentence = own;
    if (factors[hit]! <= seen[word]!) continue;
    inside += weights[word]! * (factors[hit]! - seen[word]!);
    seen[word] = factors[hit]!;
    if (inside > best) best = inside;
  }
  return best;
}

/** Greatest worth of each word so far, where hits are counted: one sentence or window at a time. */
let seenSoFar = new Float64Array(64);

function noneSeen(words: number): Float64Array {
  if (seenSoFar.length < words) seenSoFar = new Float64Array(2 * words);
  for (let word = 0; word < words; word++) seenSoFar[word] = 0;
  return seenSoFar;
}

/**
 * The 30 consecutive tokens with most of the question's words.
 *
 * @returns The weight of its distinct words, each by its best hit, and its first token; of equal windows the first.
 */
export function bestWindow(
  { weights }: Pick<AskedWords, 'weights'>,
  { words, tokens, factors, count }: WordHits,
): { weight: number; start: number } {
  const best = { weight: 0, start: 0 };
  /** The hits from `first` to `end` − 1, as if none repeated a word: the most that they may be worth. */
  let most = 0;
  let end = 0;
  for (let first = 0; first < count; first++) {
    for (; end < count && tokens[end]! < tokens[first]! + WINDOW_TOKENS; end++)
      most += weights[words[end]!]! * factors[end]!;
    if (most > best.weight) {
      const seen = noneSeen(weights.length);
      let inside = 0;
      for (let hit = first; hit < end; hit++) {
        const word = words[hit]!;
        if (factors[hit]! <= seen[word]!) continue;
        inside += weights[word]! * (factors[hit]! - seen[word]!);
        seen[word] = factors[hit]!;
      }
      if (inside > best.weight + ROUNDING) {
        best.weight = inside;
        best.start = tokens[first]!;
      }
    }
    most -= weights[words[first]!]! * factors[first]!;
  }
  return best;
}
