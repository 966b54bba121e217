/**
 * A key shared by equal questions: case, width, white space and punctuation do not matter. Signs that change the
 * meaning stay: `C#`, `5 %`, `-5`.
 *
 * @param audience Tags of an asker who sees only documents with one of them: what answers them answers nobody else.
 * @see Unicode Standard Annex #15 (NFKC).
 */
export function questionKey(question: string, audience: readonly string[] | null = null): string {
  if (audience) return `${JSON.stringify(audience)} ${questionKey(question)}`;
  const plain = question
    .normalize('NFKC')
    // Upper case is independent of neighbouring letters, and maps ß to SS.
    .toUpperCase()
    .replace(APOSTROPHE, '')
    // Upper case takes ῒ apart, and letters beside a removed apostrophe may combine.
    .normalize('NFKC')
    .replace(SEPARATOR, ' ')
    .trim();
  // A question of punctuation alone only equals itself.
  return plain === '' ? question.normalize('NFKC').trim() : plain;
}

const APOSTROPHE = /(?<=\p{L})['’ʼ]+(?=\p{L})/gu;
/** White space, invisible characters and punctuation; except a minus before a number. */
const SEPARATOR = /(?:[\s\p{Cf}]|(?!(?<![\p{L}\p{N}])[-−]\p{N})[\p{P}−](?<![#%&@*/\\]))+/gu;
