import { expressionOf, LANGUAGES, wordsOf } from '../../languages/languages.ts';
import { byLanguageOfText } from '../../text/packs-of-text.ts';

/**
 * Whether a lower-case word negates a statement in its language. Many negations are common words in another one
 * (Portuguese `no`, Italian `mai`, Vietnamese `na`).
 *
 * @param language ISO 639-1 code of the text; null when unknown.
 */
export function isNegation(word: string, language: string | null): boolean {
  const { words, forms } = negationsOf(language);
  return words.has(word) || forms.test(word);
}

const negationsOf = byLanguageOfText((packs) => ({
  words: wordsOf(packs, ({ negations }) => negations),
  forms: expressionOf(packs, ({ isUnspaced, negativeForms }) => (isUnspaced ? undefined : negativeForms), {
    ...{ before: '^', after: '$' },
  }),
}));

/** Negations of languages without spaces, which alignment keeps as one token. */
export const UNSPACED_NEGATION = LANGUAGES.flatMap(({ isUnspaced, negativeForms }) =>
  isUnspaced && negativeForms ? [negativeForms] : [],
).join('|');
