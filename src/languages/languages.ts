import { en } from './en.ts';
import type { Alternatives, LanguagePack, Replies } from './pack.ts';
import * as packs from './packs.ts';

/** All languages, English first. Where a word belongs to several, the first one counts. */
export const LANGUAGES: readonly LanguagePack[] = [...new Set([en, ...Object.values(packs).flat()])];

const byCode = new Map(LANGUAGES.map((pack) => [pack.code, pack]));

/** @param language ISO 639-1; undefined for a language without a pack, and for null. */
export function packOf(language: string | null): LanguagePack | undefined {
  return language === null ? undefined : byCode.get(language);
}

/** Docent's sentences in a language if it has them, else in English. */
export function repliesIn(language: string | null): { replies: Replies; language: string } {
  const replies = packOf(language)?.replies;
  return replies ? { replies, language: language! } : { replies: en.replies!, language: 'en' };
}

/** The words of a part of packs. @param partOf Words separated by spaces; undefined where a pack has none. */
export function wordsOf(
  packs: readonly LanguagePack[],
  partOf: (pack: LanguagePack) => string | undefined,
): ReadonlySet<string> {
  return new Set(packs.flatMap((pack) => partOf(pack)?.split(' ') ?? []));
}

/**
 * One expression for a part of packs: whole words of languages with spaces, and words of the others anywhere.
 *
 * @param partOf Alternatives in lower case; undefined where a pack has none.
 * @param options.before What must stand before a whole word; by default no letter.
 * @returns An expression that matches nothing where no pack has the part.
 */
export function expressionOf(
  packs: readonly LanguagePack[],
  partOf: (pack: LanguagePack) => Alternatives | undefined,
  { before = '(?<![\\p{L}\\p{M}])', after = '(?![\\p{L}\\p{M}])', flags = 'u' } = {},
): RegExp {
  const alternatives = (isUnspaced: boolean) =>
    packs.filter((pack) => (pack.isUnspaced ?? false) === isUnspaced).flatMap((pack) => partOf(pack) ?? []);
  const spaced = alternatives(false);
  const wholeWords = spaced.length === 0 ? [] : [`${before}(?:${spaced.join('|')})${after}`];
  return new RegExp([...wholeWords, ...alternatives(true)].join('|') || '(?!)', flags);
}
