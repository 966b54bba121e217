/**
 * Character classes of UTF-16 units. Numbers, not strings, since every character of the corpus is looked up in a table
 * of 65,536 of them; 0 means "not yet classified".
 */
export const CHARACTER = {
  other: 1,
  /** Letter of a script that puts spaces between words. */
  letter: 2,
  /** Combining mark: continues a word, never begins one. */
  mark: 3,
  /** `\p{N}` of any script. */
  digit: 4,
  hangul: 5,
  /** Letter of a script without spaces between words: Han, kana, Thai, Lao, Khmer, Myanmar. */
  unspaced: 6,
  apostrophe: 7,
  /** Invisible inside a word: soft hyphen, joiners. */
  joiner: 8,
  surrogate: 9,
} as const;

const table = new Uint8Array(0x10000);

/** Class of a UTF-16 unit; surrogate halves are `surrogate`, see `classOfPair`. */
export function classOf(unit: number): number {
  return table[unit] || classify(unit);
}

/** Class of the character beyond U+FFFF at `index`; `other` for an unpaired surrogate. */
export function classOfPair(text: string, index: number): number {
  const codePoint = text.codePointAt(index)!;
  return codePoint > 0xffff ? classOfCharacter(String.fromCodePoint(codePoint)) : CHARACTER.other;
}

function classify(unit: number): number {
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
  const found = isSurrogate ? CHARACTER.surrogate : classOfCharacter(String.fromCharCode(unit));
  table[unit] = found;
  return found;
}

const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

function classOfCharacter(character: string): number {
  if (/['’ʼ＇]/u.test(character)) return CHARACTER.apostrophe;
  if (/\u00ad|\u200c|\u200d|\u2060/u.test(character)) return CHARACTER.joiner;
  if (!/[\p{L}\p{M}\p{N}]/u.test(character)) return CHARACTER.other;
  if (/\p{Nd}/u.test(character)) return CHARACTER.digit;
  // A mark shared by many scripts (U+0301, U+FE0F) is a mark, whatever script it may be listed under.
  if (/\p{M}/u.test(character) && /[\p{sc=Inherited}\p{sc=Common}]/u.test(character)) return CHARACTER.mark;
  if (UNSPACED.test(character)) return CHARACTER.unspaced;
  if (/\p{N}/u.test(character)) return CHARACTER.digit;
  if (/\p{M}/u.test(character)) return CHARACTER.mark;
  return /\p{sc=Hangul}/u.test(character) ? CHARACTER.hangul : CHARACTER.letter;
}
