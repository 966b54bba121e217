import { LANGUAGES } from '../../languages/languages.ts';
import type { WeightedTerm } from '../../ports/search-index.ts';
import type { ParsedQuestion, ShortForm } from '../../question/parsed-question.ts';
import { analyze } from '../../text/analyzer.ts';
import { withoutMarks } from '../../text/marked-letters.ts';
import { markOf } from '../../text/term-marks.ts';

/** A question with more is mostly in capitals. */
const ASKED_MAX = 3;
const LETTERS_MAX = 6;
/** Search weight of each word of a long form against 1 for its initialism. */
const LONG_FORM_WEIGHT = 0.5;
/** Words of a long form that its initialism may leave out (`Bank of America`). */
const SMALL_WORDS_MAX = 3;

/** The initialisms of a text: `CEO`, `R&D`, `MAUs` as `MAU`. Empty where all of it is in capitals. */
export function initialismsOf(text: string): string[] {
  if (!CAPITALS.test(text) || !/\p{Ll}/u.test(text)) return [];
  const found = new Set(Array.from(text.matchAll(INITIALISMS), ([short]) => short.replace(/s$/, '')));
  return found.size > ASKED_MAX ? [] : [...found];
}

/** Expansions of well-known initialisms, which documents hardly ever explain. */
export function commonShortForms(initialisms: readonly string[]): ShortForm[] {
  return initialisms.flatMap((short) =>
    LANGUAGES.flatMap(({ code, initialisms = {} }) =>
      Object.hasOwn(initialisms, short) ? [{ short, long: initialisms[short]!, language: code }] : [],
    ),
  );
}

/**
 * Expansions of initialisms found in texts: `monthly active users (“MAU”)`, `MAU (monthly active users)`. The words
 * must begin with the letters, in order, with small words allowed between (after Schwartz and Hearst, 2003).
 *
 * @returns At most one for each initialism, the first found.
 */
export function explainedShortForms(
  initialisms: readonly string[],
  passages: readonly { readonly text: string; readonly language: string | null }[],
): ShortForm[] {
  return initialisms.flatMap((short) => {
    for (const { text, language } of passages) {
      const long = explained(short, text);
      if (long !== undefined) return [{ short, long, language }];
    }
    return [];
  });
}

/** Adds the long forms to a query. */
export function withLongForms(query: ParsedQuestion, forms: readonly ShortForm[]): ParsedQuestion {
  if (forms.length === 0) return query;
  return {
    ...query,
    terms: [...query.terms, ...longTerms(forms, query.terms)],
    shortForms: [...(query.shortForms ?? []), ...forms],
  };
}

/** The content words of long forms that are not among `others`, to be searched for as well. */
export function longTerms(
  forms: readonly ShortForm[],
  others: readonly Pick<WeightedTerm, 'term'>[],
): WeightedTerm[] {
  const known = new Set(others.map(({ term }) => term));
  const found = new Set(forms.flatMap(({ long, language }) => termsOf(long, language)));
  const added = [...found].filter((term) => !term.startsWith('.') && !known.has(term));
  return added.map((term) => ({ term, weight: LONG_FORM_WEIGHT }));
}

interface ReadableTerms {
  readonly terms: readonly string[];
  /** `markOf` each. */
  readonly marks?: Uint16Array;
}

/** Adds the short form to a passage's reading where its long form ends. */
type ShortFormReader = <R extends ReadableTerms>(reading: R, language: string | null) => R;

/** @param forms None leave every reading as it is. */
export function shortFormReader(forms: readonly ShortForm[] = []): ShortFormReader {
  if (forms.length === 0) return (reading) => reading;
  const termsIn = new Map<string | null, { short: string[]; long: string[] }[]>();
  return (reading, language) => {
    let wanted = termsIn.get(language);
    if (!wanted) {
      wanted = forms
        .map(({ short, long }) => ({ short: termsOf(short, language), long: termsOf(long, language) }))
        .filter(({ short, long }) => short.length > 0 && short.length <= long.length);
      termsIn.set(language, wanted);
    }
    const terms = shortened(reading.terms, wanted);
    if (terms === reading.terms) return reading;
    return { ...reading, terms, ...(reading.marks && { marks: Uint16Array.from(terms, markOf) }) };
  };
}

function shortened(
  terms: readonly string[],
  forms: readonly { readonly short: readonly string[]; readonly long: readonly string[] }[],
): readonly string[] {
  let changed: string[] | undefined;
  for (const { short, long } of forms) {
    const last = long.at(-1)!;
    for (let end = terms.indexOf(last); end >= 0; end = terms.indexOf(last, end + 1)) {
      const start = end - long.length + 1;
      if (start < 0 || !long.every((term, i) => terms[start + i] === term)) continue;
      changed ??= [...terms];
      changed.splice(end - short.length + 1, short.length, ...short);
    }
  }
  return changed ?? terms;
}

function termsOf(form: string, language: string | null): string[] {
  return analyze(form, language).map(({ term }) => term);
}

const CAPITALS = /\p{Lu}&?\p{Lu}/u;
const INITIALISMS = new RegExp(
  `(?<![\\p{L}\\p{N}_/:.-])\\p{Lu}(?:&?\\p{Lu}){1,${LETTERS_MAX - 1}}s?(?![\\p{L}\\p{N}_/:-])`,
  'gu',
);

/** The expansion before an initialism in brackets, or in brackets after it. */
function explained(short: string, text: string): string | undefined {
  for (let at = text.indexOf(short); at >= 0; at = text.indexOf(short, at + 1)) {
    const behind = text.slice(at + short.length, at + short.length + EXPLANATION_UNITS_MAX);
    if (
      /[(（]["“”‘’'«„]*$/u.test(text.slice(Math.max(0, at - 4), at)) &&
      /^s?["“”‘’'»]*[)）,;]/u.test(behind)
    ) {
      const before = text.slice(Math.max(0, at - EXPLANATION_UNITS_MAX), at).replace(/\s*[(（][^(（]*$/u, '');
      const long = wordsBefore(short, before);
      if (long !== undefined) return long;
    }
    const bracketed = /^s? ?[(（]["“”‘’'«„]*([^()（）]+?)["“”‘’'»]*[)）]/u.exec(behind)?.[1];
    if (bracketed !== undefined && wordsBefore(short, bracketed) === bracketed) return bracketed;
  }
  return undefined;
}

const EXPLANATION_UNITS_MAX = 80;

/**
 * The last words of a text if their initials, small words aside, spell `short`; else undefined. Some languages write
 * capitals without marks.
 */
function wordsBefore(short: string, text: string): string | undefined {
  const letters = Array.from(withoutMarks(short.replaceAll('&', '')));
  const words = Array.from(text.matchAll(/\p{L}[\p{L}\p{M}'’]*/gu));
  let letter = letters.length - 1;
  let skipped = 0;
  for (let word = words.length - 1; word >= 0; word--) {
    const [spelt] = words[word]!;
    if (withoutMarks(spelt).startsWith(letters[letter]!)) letter--;
    else if (
      spelt.length > SMALL_WORD_UNITS_MAX ||
      letter === letters.length - 1 ||
      ++skipped > SMALL_WORDS_MAX
    )
      return undefined;
    if (letter < 0) return text.slice(words[word]!.index).trim();
  }
  return undefined;
}

const SMALL_WORD_UNITS_MAX = 3;
