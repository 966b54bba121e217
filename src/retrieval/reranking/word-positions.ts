import type { AskedWords } from './asked-words.ts';

/** Where the question's words occur in a passage: the word and the token of each hit. By ascending token. */
export interface WordHits {
  readonly words: readonly number[];
  readonly tokens: readonly number[];
}

/** Greatest distance of the second word of a pair after the first, in tokens. */
export const PAIR_TOKENS_MAX = 3;
/** Tokens in a window. */
export const WINDOW_TOKENS = 30;
/** Sums that differ only in the order of addition differ by less. */
const ROUNDING = 1e-9;

/** The share of the question's pairs that occur in order and near each other, 0…1, each weighted by its lesser word. */
export function orderShare(
  { pairs, weights }: Pick<AskedWords, 'pairs' | 'weights'>,
  { words, tokens }: WordHits,
): number {
  let all = 0;
  let inOrder = 0;
  for (const [first, second] of pairs) {
    const weight = Math.min(weights[first]!, weights[second]!);
    all += weight;
    let firstToken = Number.NEGATIVE_INFINITY;
    for (let hit = 0; hit < words.length; hit++) {
      if (words[hit] === second && tokens[hit]! - firstToken <= PAIR_TOKENS_MAX) {
        inOrder += weight;
        break;
      }
      if (words[hit] === first) firstToken = tokens[hit]!;
    }
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
  { words, tokens }: WordHits,
  sentences: Uint16Array,
): number {
  const lastSeenIn = new Array<number>(weights.length).fill(-1);
  let best = 0;
  let inside = 0;
  let sentence = -1;
  for (let hit = 0; hit < words.length; hit++) {
    const word = words[hit]!;
    const own = sentences[tokens[hit]!]!;
    if (own !== sentence) inside = 0;
    sentence = own;
    if (lastSeenIn[word] === own) continue;
    lastSeenIn[word] = own;
    inside += weights[word]!;
    if (inside > best) best = inside;
  }
  return best;
}

/**
 * The 30 consecutive tokens with most of the question's words.
 *
 * @returns The weight of its distinct words, and its first token; of equal windows the first.
 */
export function bestWindow(
  { weights }: Pick<AskedWords, 'weights'>,
  { words, tokens }: WordHits,
): { weight: number; start: number } {
  const counts = new Array<number>(weights.length).fill(0);
  let inside = 0;
  let end = 0;
  const best = { weight: 0, start: 0 };
  for (let first = 0; first < words.length; first++) {
    while (end < words.length && tokens[end]! < tokens[first]! + WINDOW_TOKENS) {
      const word = words[end++]!;
      if (counts[word]!++ === 0) inside += weights[word]!;
    }
    if (inside > best.weight + ROUNDING) {
      best.weight = inside;
      best.start = tokens[first]!;
    }
    const leaving = words[first]!;
    if (--counts[leaving]! === 0) inside -= weights[leaving]!;
  }
  return best;
}
