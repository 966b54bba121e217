import { LANGUAGES, wordsOf } from '../languages/languages.ts';
import { endsIn } from './ends-in.ts';

// A text is split before its language is known.
const ALWAYS = wordsOf(LANGUAGES, ({ abbreviations }) => abbreviations?.always);
const BEFORE_NUMBER = wordsOf(LANGUAGES, ({ abbreviations }) => abbreviations?.beforeNumber);
const ORDINALS = LANGUAGES.flatMap(({ ordinals }) => ordinals ?? []);

/** A number, or a code such as `EL-22` or `A7`. */
const CODE = /^(?:\p{N}|\p{Lu}{1,4}-?\p{N})/u;

const AFTER_ORDINAL = new RegExp(`^(?:${ORDINALS.map(({ nouns }) => nouns).join('|')})`, 'iu');

const INITIAL = /(?<=(?:^|\.)\p{Lu}\p{M}*)/uy;

/**
 * Whether a full stop belongs to the word before it.
 *
 * @param before The word that ends at the full stop, inner full stops included: `e.g`.
 * @param after The beginning of what follows the white space.
 */
export function isAbbreviation(before: string, after: string): boolean {
  // An initial (`J. Smith`), also the last of several (`U.S. Army`).
  if (endsIn(before, INITIAL)) return true;
  const word = before.toLowerCase();
  if (ALWAYS.has(word)) return true;
  if (CODE.test(after) && BEFORE_NUMBER.has(word)) return true;
  return /^\d{1,2}$/.test(before) && AFTER_ORDINAL.test(after);
}

/** Whether a number before a full stop is an ordinal by the words around it: `ab der 20. Stunde`. */
export function isOrdinal(before: string, after: string): boolean {
  return ORDINAL_WITH_DETERMINER.some(({ start, notNoun }) => start.test(before) && !notNoun.test(after));
}

const ORDINAL_WITH_DETERMINER = ORDINALS.flatMap(({ determiners, notNouns }) =>
  determiners
    ? {
        start: new RegExp(`(?<!\\p{L})(?:${determiners})\\s\\p{N}{1,3}$`, 'iu'),
        notNoun: new RegExp(`^(?:${notNouns ?? '(?!)'})(?!\\p{L})`, 'iu'),
      }
    : [],
);
