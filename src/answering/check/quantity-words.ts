import { byLanguageOfText } from '../../text/packs-of-text.ts';
import { timeWordsOf } from '../../text/time-words.ts';

/**
 * Whether a lower-case word counts or measures. Many of these are in stop word lists, but replacing one changes the
 * meaning.
 *
 * @param language ISO 639-1 code of the text; null when unknown.
 */
export function isQuantity(word: string, language: string | null): boolean {
  return quantitiesOf(language).has(word);
}

/** `five` → `5`, for lower-case words; else undefined. One is left out, as it is an article. */
export function valueOfWord(word: string, language: string | null): string | undefined {
  return valuesOf(language).get(word);
}

const valuesOf = byLanguageOfText(
  (packs): ReadonlyMap<string, string> =>
    new Map(
      packs
        .flatMap(({ numerals = {} }) => Object.entries(numerals))
        .flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)),
    ),
);

const quantitiesOf = byLanguageOfText((packs): ReadonlySet<string> => {
  const words = packs.flatMap((pack) => {
    const { numerals = {}, quantities, monthHomonyms } = pack;
    const homonyms = new Set(monthHomonyms?.split(' '));
    return [
      ...Object.values(numerals).flatMap((spellings) => spellings.split(' ')),
      ...(quantities?.split(' ') ?? []),
      ...[...timeWordsOf(pack)].filter((word) => !homonyms.has(word)),
    ];
  });
  return new Set(words);
});
