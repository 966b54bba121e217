import { type Coverage, noCoverage, raise, share } from './coverage.ts';
import type { AnalysedPassage } from './passage-analysis.ts';
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
  /** Of each sentence, by token. */
  readonly hits: readonly (readonly Hit[])[];
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
  { terms, marks, heading: headingTerms, sentences }: AnalysedPassage,
  match: WordMatcher,
  none: Coverage,
): FoundWords {
  const heading = none.slice();
  for (const term of headingTerms) {
    for (const { word, factor, before } of match(term))
      if (!before) heading[word] = Math.max(heading[word]!, factor);
  }
  const whole = heading.slice();
  const having = none.slice();
  const hits: Hit[][] = [];
  const covered: Coverage[] = [];
  for (const { firstToken, endToken } of sentences) {
    const own = none.slice();
    const inside: Hit[] = [];
    for (let token = firstToken; token < endToken; token++) {
      if (match.marks[marks[token]!] === 0) continue;
      for (const { word, factor } of matchesAt(match, terms, token)) {
        inside.push({ token, word, factor });
        own[word] = Math.max(own[word]!, factor);
      }
    }
    for (let word = 0; word < own.length; word++) if (own[word]! > 0) having[word]!++;
    raise(whole, own);
    hits.push(inside);
    covered.push(own);
  }
  return { hits, heading, covered, whole, having };
}

/**
 * Share of the question's words in a sentence, by weight; earlier words count more, as a sentence is about what it
 * begins with.
 *
 * @param hits Those in the sentence.
 */
export function earlyShare(
  hits: readonly Hit[],
  firstToken: number,
  weights: readonly number[],
  total: number,
): number {
  const early = noCoverage(weights.length);
  for (const { token, word, factor } of hits)
    early[word] = Math.max(early[word]!, factor * Math.exp((firstToken - token) / EARLY_TOKENS));
  return share(early, weights, total);
}
