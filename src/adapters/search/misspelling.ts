/**
 * Maximum edits between a misspelling and the word that is meant: none of short words, which are like many others (`Peru`
 * is no misspelt `Perl`), two of long ones.
 */
export function editsAllowed(term: string): number {
  if (term.length < 5) return 0;
  return term.length < 8 ? 1 : 2;
}

/** A word of fewer letters that begins with another letter is another word: `docker` is no misspelt `locker`. */
const ANY_FIRST_LETTER_MIN = 8;

/**
 * Whether a word may be a misspelling of another by how they begin: the first letter is hardly ever a wrong one, but it
 * may be swapped, left out or put in.
 *
 * @see Kukich, "Techniques for automatically correcting words in text", ACM Computing Surveys 24 (1992), 2.1.
 */
export function beginsLike(word: string, other: string): boolean {
  if (word.length >= ANY_FIRST_LETTER_MIN) return true;
  const [first, second] = [word.charCodeAt(0), word.charCodeAt(1)];
  const [otherFirst, otherSecond] = [other.charCodeAt(0), other.charCodeAt(1)];
  return first === otherFirst || first === otherSecond || second === otherFirst;
}

/** Stop words and numbers are not spelt like others by mistake. */
export function canBeMisspelt(term: string): boolean {
  return term.length >= 3 && !term.startsWith('.') && !/\p{N}/u.test(term);
}
