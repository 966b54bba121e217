import { stopWordsOf } from '../../text/stop-words.ts';

/** Shorter words are one slip away from too many others. */
const LETTERS_MIN = 5;
/** Of a longer word, in UTF-16 units, a slip is looked for elsewhere. */
const WORD_UNITS_MAX = 32;
/** Korean has many more: it writes syllables. */
const ALPHABET_MAX = 100;

/**
 * The words that may be meant by one that was typed with one slip after its first letter: with a letter too many, a letter
 * too few, another letter, or two letters exchanged. Numbers have none.
 *
 * @param word Lower case.
 * @param language ISO 639-1.
 * @see Damerau, A technique for computer detection and correction of spelling errors, 1964
 */
export function withoutSlip(word: string, language: string): Set<string> {
  const letters = [...word];
  const meant = new Set<string>();
  if (letters.length < LETTERS_MIN || word.length > WORD_UNITS_MAX || NUMBER.test(word)) return meant;
  const alphabet = new Set([...letters, ...(LATIN.test(word) ? LATIN_LETTERS : ''), ...lettersOf(language)]);
  for (let i = 1; i <= letters.length; i++) {
    const replaced = (count: number, ...by: readonly string[]) =>
      meant.add(letters.toSpliced(i, count, ...by).join(''));
    for (const letter of alphabet) replaced(0, letter);
    if (i === letters.length) break;
    replaced(1);
    for (const letter of alphabet) replaced(1, letter);
    if (i + 1 < letters.length) replaced(2, letters[i + 1]!, letters[i]!);
  }
  meant.delete(word);
  return meant;
}

const NUMBER = /\p{N}/u;
const LATIN = /^\p{Script=Latin}+$/u;
const LATIN_LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Its stop words have most of them. */
function lettersOf(language: string): Iterable<string> {
  const letters = new Set([...stopWordsOf(language)].join(''));
  return letters.size > ALPHABET_MAX ? [] : letters;
}
