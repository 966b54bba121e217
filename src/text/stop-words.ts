import { createRequire } from 'node:module';
import { LANGUAGES, packOf } from '../languages/languages.ts';

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
  const { lists: names, own, respelt } = listed;
  const words = new Set([...packagedWords(language, names, respelt), ...(own?.split(' ') ?? [])]);
  lists.set(language, words);
  return words;
}

const NONE: ReadonlySet<string> = new Set();
// Bounded by the packs, whatever language a question names.
const lists = new Map<string, ReadonlySet<string>>();

const require = createRequire(import.meta.url);

function packagedWords(language: string, names: readonly string[], respelt = ''): string[] {
  if (names.length === 0) return [];
  // Loaded with the first text in such a language: an English corpus never pays for it.
  const packaged = require('stopword') as Record<string, readonly string[]>;
  const letters = respelt === '' ? [] : respelt.split(' ').map((pair) => pair.split(':') as [string, string]);
  return names
    .flatMap((name) => packaged[name] ?? [])
    .map((word) => word.normalize('NFKC').toLocaleLowerCase(language).trim())
    .map((word) => letters.reduce((spelt, [old, today]) => spelt.replaceAll(old, today), word));
}

/** Whether a folded word is a stop word by its form. @param language ISO 639-1. */
export function isStopWordByForm(word: string, language: string): boolean {
  return forms.get(language)?.test(word) ?? false;
}

const forms: ReadonlyMap<string, RegExp> = new Map(
  LANGUAGES.flatMap(({ code, stopWords }) =>
    stopWords?.form ? [[code, new RegExp(`^(?:${stopWords.form})$`, 'u')] as const] : [],
  ),
);
