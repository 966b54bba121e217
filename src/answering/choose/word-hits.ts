import { type Coverage, noCoverage, raise, share, sum } from './coverage.ts';
import type { AnalysedPassage, AnalysedSentence } from './passage-analysis.ts';
import type { QuestionWords } from './question-words.ts';
import { matchesAt, type WordMatcher } from './word-match.ts';

const PAIR_TOKENS_MAX = 3;
const PROXIMITY_TOKENS = 12;
/** Each this many tokens, a word counts e times less. */
const EARLY_TOKENS = 10;
/** How fast a word's worth drops with its distance in tokens from the possible answer. */
const DISTANCE_DAMPING = 0.15;

/** A token of a passage that matches a word of the question. */
export interface Hit {
  readonly token: number;
  readonly word: number;
  readonly factor: number;
}

/** Where the question's words occur in a passage. */
export interface FoundWords {
  /** By token. */
  readonly hits: readonly Hit[];
  readonly heading: Coverage;
  /** Of each sentence. */
  readonly covered: readonly Coverage[];
  /** Of all sentences and the headings together. */
  readonly whole: Coverage;
  /** How many sentences have each word. */
  readonly having: readonly number[];
}

/** @param none The empty coverage. */
export function findWords(
  { terms, beginnings, heading: headingTerms, sentences }: AnalysedPassage,
  match: WordMatcher,
  none: Coverage,
): FoundWords {
  const hits: Hit[] = [];
  const likely = match.beginnings;
  for (let token = 0; token < terms.length; token++) {
    if (likely[beginnings[token]!] === 0) continue;
    for (const { word, factor } of matchesAt(match, terms, token)) hits.push({ token, word, factor });
  }
  const heading = none.slice();
  for (const term of headingTerms) {
    for (const { word, factor, before } of match(term))
      if (!before) heading[word] = Math.max(heading[word]!, factor);
  }
  const whole = heading.slice();
  const having = none.slice();
  let next = 0;
  const covered: Coverage[] = [];
  for (const { endToken } of sentences) {
    const own = none.slice();
    for (; next < hits.length && hits[next]!.token < endToken; next++) {
      const { word, factor } = hits[next]!;
      own[word] = Math.max(own[word]!, factor);
    }
    for (let word = 0; word < own.length; word++) if (own[word]! > 0) having[word]!++;
    raise(whole, own);
    covered.push(own);
  }
  return { hits, heading, covered, whole, having };
}

/** The hits in a sentence, its introduction and its column head. */
export function hitsOf(
  hits: readonly Hit[],
  { sentences }: AnalysedPassage,
  { introducedFrom, endToken, head }: AnalysedSentence,
): readonly Hit[] {
  const own = hits.slice(firstAt(hits, introducedFrom), firstAt(hits, endToken));
  if (head === null) return own;
  const over = sentences[head]!;
  const overEnd = Math.min(over.endToken, introducedFrom);
  return [...hits.slice(firstAt(hits, over.firstToken), firstAt(hits, overEnd)), ...own];
}

/** Index of the first hit at or after a token. */
function firstAt(hits: readonly Hit[], token: number): number {
  let [low, high] = [0, hits.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (hits[middle]!.token < token) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Share of the question's neighbouring pairs that occur near each other, in its order, by weight. */
export function pairShare(
  { pairs }: QuestionWords,
  hits: readonly Hit[],
  weights: readonly number[],
): number {
  let all = 0;
  let together = 0;
  for (const [first, second] of pairs) {
    const weight = weights[first]! + weights[second]!;
    all += weight;
    if (standTogether(hits, first, second)) together += weight;
  }
  return all > 0 ? together / all : 0;
}

function standTogether(hits: readonly Hit[], first: number, second: number): boolean {
  for (let a = 0; a < hits.length; a++) {
    const { token, word } = hits[a]!;
    if (word !== first) continue;
    for (let b = a + 1; b < hits.length && hits[b]!.token <= token + PAIR_TOKENS_MAX; b++) {
      if (hits[b]!.word === second && hits[b]!.token > token) return true;
    }
  }
  return false;
}

/** Share of the question's words in the best few tokens, by weight. */
export function windowShare(hits: readonly Hit[], weights: readonly number[], total: number): number {
  let best = 0;
  for (let first = 0; first < hits.length; first++) {
    let inside = 0;
    const end = hits[first]!.token + PROXIMITY_TOKENS;
    for (let i = first; i < hits.length && hits[i]!.token < end; i++) {
      const { word } = hits[i]!;
      if (!isAmong(hits, first, i, word)) inside += weights[word]!;
    }
    best = Math.max(best, inside);
  }
  return best / total;
}

/**
 * Share of the question's words in a sentence, by weight; earlier words count more, as a sentence is about what it
 * begins with. Words before it, in its introduction, do not count.
 */
export function earlyShare(
  hits: readonly Hit[],
  firstToken: number,
  weights: readonly number[],
  total: number,
): number {
  const early = noCoverage(weights.length);
  for (const { token, word, factor } of hits) {
    if (token < firstToken) continue;
    early[word] = Math.max(early[word]!, factor * Math.exp((firstToken - token) / EARLY_TOKENS));
  }
  return share(early, weights, total);
}

function isAmong(hits: readonly Hit[], from: number, end: number, word: number): boolean {
  for (let i = from; i < end; i++) if (hits[i]!.word === word) return true;
  return false;
}

/** Share of the question's words near a possible answer, weighted by closeness: that of the best one. */
export function nearness(
  answers: readonly number[],
  hits: readonly Hit[],
  weights: readonly number[],
  total: number,
): number {
  let best = 0;
  const near = weights.slice();
  for (const answer of answers) {
    for (let word = 0; word < near.length; word++) near[word] = 0;
    for (const { token, word, factor } of hits) {
      const worth = (weights[word]! * factor) / (1 + DISTANCE_DAMPING * Math.abs(token - answer));
      near[word] = Math.max(near[word]!, worth);
    }
    best = Math.max(best, sum(near));
  }
  return best / total;
}
