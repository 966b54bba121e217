/**
 * What equal questions have in common: the same for one that is written in other case, width, white space or
 * punctuation. Signs that change what is asked stay: `C#`, `5 %`, `-5`.
 *
 * @see Unicode Standard Annex #15 (NFKC).
 */
export function questionKey(question: string): string {
  const plain = question
    .normalize('NFKC')
    // Upper case depends on no neighbouring letter, and unites ß with SS.
    .toUpperCase()
    .replace(APOSTROPHE, '')
    .replace(SEPARATOR, ' ')
    .trim();
  // A question of signs alone is only itself.
  return plain === '' ? question.normalize('NFKC').trim() : plain;
}

const APOSTROPHE = /(?<=\p{L})['’ʼ](?=\p{L})/gu;
/** White space, what nobody sees, and punctuation; a minus before a number is none. */
const SEPARATOR = /(?:[\s\p{Cf}]|(?!(?<![\p{L}\p{N}])[-−]\p{N})[\p{P}−](?<![#%&@*/\\]))+/gu;
