import { packOf } from '../../languages/languages.ts';
import type { ParsedQuestion } from '../../question/parsed-question.ts';
import { analyze } from '../../text/analyzer.ts';

/** Minimum letters of each of the two words in a compound; the `e` of `email` is the only single one. */
const PART_LETTERS_MIN = 2;
/** A shorter or longer word is not read as two, in UTF-16 units. */
const COMPOUND_UNITS = { min: 5, max: 32 };

/**
 * The two words of the corpus that the question writes as one: `roll` and `back` for `rollback`. Of several readings the
 * one with the most frequent words.
 *
 * @param idf Inverse document frequency in the corpus; the empty term, which no chunk holds, has the maximum.
 * @returns Their terms, the rarer first, without stop words and single letters; empty when it is no compound.
 */
export function separateWords(
  term: string,
  { standalone, languages }: Pick<ParsedQuestion, 'standalone' | 'languages'>,
  idf: (term: string) => number,
): string[] {
  let best: { readonly terms: readonly string[]; readonly rarity: number } | undefined;
  for (const language of languages.length === 0 ? [null] : languages) {
    const surface = standalone.tokens(language).find((token) => token.term === term)?.surface ?? '';
    if (surface.length < COMPOUND_UNITS.min || surface.length > COMPOUND_UNITS.max) continue;
    const firstEnd = /^e/i.test(surface) ? 1 : PART_LETTERS_MIN;
    for (let end = firstEnd; end <= surface.length - PART_LETTERS_MIN; end++) {
      const parts = analyze(`${surface.slice(0, end)} ${surface.slice(end)}`, language);
      if (parts.length !== 2 || parts.some((part) => idf(part.term) >= idf(''))) continue;
      const terms = parts.map((part) => part.term);
      const rarity = idf(terms[0]!) + idf(terms[1]!);
      if (!best || rarity < best.rarity) best = { terms, rarity };
    }
  }
  const content = best?.terms.filter((part) => !part.startsWith('.') && part.length > 1) ?? [];
  return content.sort((a, b) => idf(b) - idf(a));
}

/** Minimum letters of a word that is looked for in compounds. */
const COMPOUNDED_LETTERS_MIN = 5;

/** What compounds of a word begin or end with: its stem, or the word if that is short; undefined if both are. */
export function compoundedPart(
  { term, surface }: { readonly term: string; readonly surface: string },
  language: string,
): string | undefined {
  if (!packOf(language)?.joinsCompounds === true) return undefined;
  return [term, surface.toLowerCase()].find((part) => part.length >= COMPOUNDED_LETTERS_MIN);
}

/** Minimum letters of a word that is taken for a part of a compound that the question has another part of. */
const JOINT_PART_LETTERS_MIN = 4;

/** Whether a compound begins or ends with a term. */
export function isPartOf(term: string, compound: string): boolean {
  if (term.length < JOINT_PART_LETTERS_MIN || term === compound) return false;
  return compound.startsWith(term) || compound.endsWith(term);
}
