import { CHARACTER, classOf } from './characters.ts';

/** Characters that count as one word where words are not separated: Chinese and Japanese; Thai and its neighbours. */
const HAN_CHARACTERS_A_WORD = 2;
const THAI_CHARACTERS_A_WORD = 4;

/** Number of words between two offsets; fractional in scripts without spaces between words. */
export function countWords(text: string, start: number, end: number): number {
  let words = 0;
  let isInWord = false;
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    const found = classOf(unit);
    if (found === CHARACTER.unspaced) {
      words += 1 / (unit >= 0x0e00 && unit <= 0x17ff ? THAI_CHARACTERS_A_WORD : HAN_CHARACTERS_A_WORD);
      isInWord = false;
    } else if (found === CHARACTER.letter || found === CHARACTER.digit || found === CHARACTER.hangul) {
      if (!isInWord) words++;
      isInWord = true;
    } else {
      isInWord &&= found === CHARACTER.mark || found === CHARACTER.joiner || found === CHARACTER.apostrophe;
    }
  }
  return words;
}
