import { byLanguageOfText } from '../../text/packs-of-text.ts';
import { timeWordsOf } from '../../text/time-words.ts';

/** Unit and currency signs, and a minus before a digit. */
export const SIGN_PATTERN =
  '°(?:[CF](?!\\p{L}))?|[%‰％٪$＄€£￡¥￥₹₽₺₩₪฿₫₴℃℉]|(?<![\\p{L}\\p{N}]\\s?)[\\-−](?=\\p{Nd})';

/** One sign for its variants. */
export function signOf(surface: string): string {
  return VARIANTS[surface] ?? surface;
}

const VARIANTS: Readonly<Record<string, string>> = {
  '٪': '%',
  '％': '%',
  '＄': '$',
  '￡': '£',
  '￥': '¥',
  '-': '−',
  '℃': '°C',
  '℉': '°F',
};

/** The sign that a lower-case word unambiguously stands for; else undefined. @param language Of the text; null when unknown. */
export function signOfWord(word: string, language: string | null): string | undefined {
  return signsOf(language).get(word);
}

/** `five` → `5`, for lower-case words; else undefined. One is left out, as it is an article. */
export function valueOfWord(word: string, language: string | null): string | undefined {
  return valuesOf(language).get(word);
}

const signsOf = byLanguageOfText((packs) => meaningsOf(packs.map(({ units = {} }) => units)));
const valuesOf = byLanguageOfText((packs) => meaningsOf(packs.map(({ numerals = {} }) => numerals)));

/** What words mean. @param tables Words under each meaning. */
function meaningsOf(tables: readonly Readonly<Record<string, string>>[]): ReadonlyMap<string, string> {
  const entries = tables.flatMap((table) => Object.entries(table));
  return new Map(entries.flatMap(([of, words]) => words.split(' ').map((word) => [word, of] as const)));
}

/**
 * Whether a lower-case word counts or measures. Many of these are in stop word lists, but replacing one changes the
 * meaning.
 *
 * @param language ISO 639-1 code of the text; null when unknown.
 */
export function isQuantity(word: string, language: string | null): boolean {
  return quantitiesOf(language).has(word);
}

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
