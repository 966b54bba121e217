import { LANGUAGES, wordsOf } from '../languages/languages.ts';

/** Words of which titles of any document may consist. */
const GENERIC = wordsOf(LANGUAGES, ({ titles }) => titles?.generic);

/** Whether a title may be that of any document: `Introduction`. A year or another long number is specific. */
export function isGenericTitle(title: string): boolean {
  return wordsOfTitle(title).every((word) => GENERIC.has(word) || /^\p{N}{1,2}$/u.test(word));
}

/** In lower case. */
export function wordsOfTitle(title: string): readonly string[] {
  return title.toLowerCase().match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
}

/** `CHAPTER 1`, `Slide 2`, `Part IV`, `第3章`: each document of a kind has one. */
export function isPartNumber(title: string): boolean {
  return PART_NUMBER.test(title);
}

const PARTS = LANGUAGES.flatMap(({ titles }) => titles?.parts ?? []).join('|');
const PART_NUMBER = new RegExp(`^(?:${PARTS})\\s?(?:\\d+|[ivx]+|[a-z])\\s?\\p{sc=Han}?[.:]?$`, 'iu');
