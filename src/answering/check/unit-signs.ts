import { byLanguageOfText } from '../../text/packs-of-text.ts';

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

const signsOf = byLanguageOfText((packs): ReadonlyMap<string, string> => {
  const signs = packs.flatMap(({ units = {} }) => Object.entries(units));
  return new Map(signs.flatMap(([sign, words]) => words.split(' ').map((word) => [word, sign] as const)));
});
