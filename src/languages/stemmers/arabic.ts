import { snowball } from './snowball.ts';

/** The `and` of `والعمل`, and `so`, which Snowball's rules leave before an article. */
const JOINED_CONJUNCTION = /^[وف](?=ال..)/u;

const stem = snowball('arabic');

export function stemArabic(word: string): string {
  return stem(word.replace(JOINED_CONJUNCTION, ''));
}
