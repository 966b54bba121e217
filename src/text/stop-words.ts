import { createRequire } from 'node:module';
import { packOf } from '../languages/languages.ts';

/**
 * The stop words of a language. They are kept as separate terms with a small weight.
 *
 * @param language ISO 639-1. A language without a list has no stop words.
 * @returns Lower case, NFKC.
 */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const known = lists.get(language);
  if (known) return known;
  const listed = packOf(language)?.stopWords;
  if (!listed) return NONE;
  const words = new Set([...packagedWords(language, listed.lists), ...(listed.own?.split(' ') ?? [])]);
  lists.set(language, words);
  return words;
}

const NONE: ReadonlySet<string> = new Set();
// Bounded by the packs, whatever language a question names.
const lists = new Map<string, ReadonlySet<string>>();

const require = createRequire(import.meta.url);

function packagedWords(language: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  // Loaded with the first text in such a language: an English corpus never pays for it.
  const packaged = require('stopword') as Record<string, readonly string[]>;
  const words = names.flatMap((name) => packaged[name] ?? []);
  return words.map((word) => commaBelow(word.normalize('NFKC').toLocaleLowerCase(language).trim(), language));
}

/** The Romanian list has the cedilla where today's texts have the comma below. */
function commaBelow(word: string, language: string): string {
  return language === 'ro' ? word.replaceAll('ş', 'ș').replaceAll('ţ', 'ț') : word;
}
