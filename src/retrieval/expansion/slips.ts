/** Shorter words are one slip away from too many others. */
const LETTERS_MIN = 5;
/** Of a longer word, in UTF-16 units, a slip is looked for elsewhere. */
const WORD_UNITS_MAX = 32;

/**
 * The words that may be meant by one that was typed with one slip after its first letter: with a letter too many, a letter
 * too few, another letter, or two letters exchanged.
 *
 * @param word Lower case.
 * @see Damerau, A technique for computer detection and correction of spelling errors, 1964
 */
export function withoutSlip(word: string): Set<string> {
  const letters = [...word];
  const meant = new Set<string>();
  if (letters.length < LETTERS_MIN || word.length > WORD_UNITS_MAX) return meant;
  const alphabet = LATIN.test(word) ? [...'abcdefghijklmnopqrstuvwxyz'] : new Set(letters);
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

const LATIN = /^\p{Script=Latin}+$/u;
