import { packOf } from '../../languages/languages.ts';
import type { WeightedTerm } from '../../ports/search-index.ts';
import type { ParsedQuestion } from '../../question/parsed-question.ts';
import { analyze, type Token } from '../../text/analyzer.ts';

/** Minimum letters of each of the two words in a compound; the `e` of `email` is the only single one. */
const PART_LETTERS_MIN = 2;
/** A shorter or longer word is not read as two, in UTF-16 units. */
const COMPOUND_UNITS = { min: 5, max: 32 };

/**
 * Words of the corpus that the question writes as two: `rollback` for `roll-back`, `login` for `log in`, and any for two
 * words of which the corpus lacks one.
 *
 * @param isKnown Whether the corpus has a term.
 * @returns By the term of each part; a joined word has the weight of the part.
 */
export function joinedWords(
  { standalone, terms, languages }: Pick<ParsedQuestion, 'standalone' | 'terms' | 'languages'>,
  isKnown: (term: string) => boolean,
): Map<string, WeightedTerm[]> {
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  const joined = new Map<string, WeightedTerm[]>();
  for (const language of orUnknown(languages)) {
    const tokens = standalone.tokens(language);
    for (const [i, second] of tokens.entries()) {
      const first = tokens[i - 1];
      if (!first || !mayJoin({ text: standalone.text, language }, [first, second], isKnown)) continue;
      const written = isParticle(second, language) ? first.term : first.surface;
      const [whole] = analyze(written + second.surface.toLowerCase(), language);
      if (whole?.kind !== 'word' || weights.has(whole.term) || !isKnown(whole.term)) continue;
      for (const { term, kind } of [first, second]) {
        const weight = weights.get(term);
        if (kind === 'stop' || weight === undefined) continue;
        joined.set(term, [...(joined.get(term) ?? []), { term: whole.term, weight }]);
      }
    }
  }
  return joined;
}

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
  for (const language of orUnknown(languages)) {
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

function orUnknown(languages: readonly string[]): readonly (string | null)[] {
  return languages.length === 0 ? [null] : languages;
}

/**
 * Whether a hyphen is between two words, or a space between a verb and its particle or between content words of which the
 * corpus lacks one.
 */
function mayJoin(
  { text, language }: { text: string; language: string | null },
  [first, second]: readonly [Token, Token],
  isKnown: (term: string) => boolean,
): boolean {
  const kinds = [first.kind, second.kind];
  if (kinds.includes('number')) return false;
  const between = text.slice(first.end, second.start);
  if (HYPHEN.test(between)) return kinds.includes('word');
  if (between !== ' ' || first.kind === 'stop') return false;
  if (isParticle(second, language)) return true;
  return second.kind === 'word' && !(isKnown(first.term) && isKnown(second.term));
}

/** What verbs are joined with in their nouns: `logged in`, `login`. */
function isParticle({ surface }: Token, language: string | null): boolean {
  return packOf(language)?.nounParticles?.split(' ').includes(surface.toLowerCase()) ?? false;
}

const HYPHEN = /^[-\u2010\u2011]$/;
