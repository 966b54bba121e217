import { ar } from './ar.ts';
import { de } from './de.ts';
import { el } from './el.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { nl } from './nl.ts';
import { others } from './others.ts';
import type { Alternatives, LanguagePack, Replies } from './pack.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { ro } from './ro.ts';
import { ru } from './ru.ts';
import { th } from './th.ts';
import { tr } from './tr.ts';
import { uk } from './uk.ts';
import { vi } from './vi.ts';
import { zh } from './zh.ts';

/** All languages. Where a word belongs to several, the first one counts. */
export const LANGUAGES: readonly LanguagePack[] = [
  ...[en, de, fr, es, pt, it, nl, pl, ro, ru, uk, el, tr, ar, hi, zh, ja, ko, th, vi],
  ...others,
];

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
