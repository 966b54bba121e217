import { snowball } from './snowball.ts';

const stem = snowball('romanian');

/** Snowball's rules expect the cedilla, which stood in for the comma below before Unicode 3.0. */
export function stemRomanian(word: string): string {
  return stem(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ'));
}
