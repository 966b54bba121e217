import { wordsOf } from '../languages/languages.ts';
import type { WeightedTerm } from '../ports/search-index.ts';
import { byLanguageOfText } from '../text/packs-of-text.ts';
import type { TokenizedText } from '../text/tokenized-text.ts';

/**
 * Weight of a stop word against 1 for a content word. Kept, not dropped: a question of stop words alone still finds its
 * passage, and exact titles stay findable. 0.05–0.2 measured equal, 1 costs 0.014 nDCG@10.
 */
export const STOP_WORD_WEIGHT = 0.1;

/** "How many" asks for a number, and few of the passages with the number say `many`. */
const amountPhrasesOf = byLanguageOfText(
  (packs) => new Set(packs.flatMap(({ amountPhrases }) => amountPhrases?.split('|') ?? [])),
);

/**
 * Words that say what kind of answer is wanted, not what it is about: no passage has to repeat them. Those of suggested
 * questions are among them.
 */
export const fillersOf = byLanguageOfText((packs) =>
  wordsOf(packs, ({ fillers = '', replies }) => {
    const suggested = replies?.aboutTopic.replace('{topic}', '').match(/[\p{L}\p{M}]+/gu) ?? [];
    return [fillers, ...suggested].join(' ').toLowerCase();
  }),
);

/**
 * The index terms of a question, each once. A word asked twice has twice the weight.
 *
 * @param languages ISO 639-1 codes that decide stemmer and stop words. With several, the terms of all readings: each
 *   document holds those of its own language. Empty when unknown.
 * @returns In order of first sight; empty only when the text holds no letter and no digit.
 */
export function questionTerms(text: TokenizedText, languages: readonly string[]): WeightedTerm[] {
  const [first = null, ...others] = languages;
  const weights = weightsIn(text, first);
  for (const language of others) {
    for (const [term, weight] of weightsIn(text, language)) {
      weights.set(term, Math.max(weights.get(term) ?? 0, weight));
    }
  }
  return Array.from(weights, ([term, weight]) => ({ term, weight }));
}

function weightsIn(text: TokenizedText, language: string | null): Map<string, number> {
  const weights = new Map<string, number>();
  let before = '';
  const amounts = amountPhrasesOf(language);
  for (const token of text.tokens(language)) {
    const surface = token.surface.toLowerCase();
    const isSmall = token.kind === 'stop' || amounts.has(`${before} ${surface}`);
    before = surface;
    const weight = isSmall ? STOP_WORD_WEIGHT : 1;
    weights.set(token.term, (weights.get(token.term) ?? 0) + weight);
  }
  return weights;
}
