import { type Coverage, noCoverage, raise, share } from './coverage.ts';
import type { AnalysedPassage, AnalysedSentence } from './passage-analysis.ts';
import { matchesAt, type WordMatcher } from './word-match.ts';

/** Each this many tokens, a word counts e times less. */
const EARLY_TOKENS = 10;

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
