import { packOf } from '../languages/languages.ts';
import { asciiDigits } from './ascii-digits.ts';
import { languageOfWord } from './scripts.ts';
import { stemmerOf } from './stemmer.ts';
import { isStopWordByForm, stopWordsOf } from './stop-words.ts';
import { cachedByLanguage, ownCopy } from './word-cache.ts';

/** The context-free analysis of a word. */
export interface WordForm {
  /** Empty when folding leaves nothing of the word. */
  readonly term: string;
  readonly kind: 'word' | 'number' | 'stop';
  /** The word begins with a capital letter. */
  readonly capitalised: boolean;
}

/** Returns the forms of words for one document language, with those of recent words cached. */
export type WordForms = (surface: string) => WordForm;

/** The forms of words in documents of a language; about 20 MB for all languages when the cache is full. */
export const wordFormsOf: (language: string | null) => WordForms = cachedByLanguage(formOf);

function formOf(surface: string, language: string | null): WordForm {
  const rules = languageOfWord(surface, language);
  const folded = foldWord(surface, rules);
  const capitalised = /^[\p{Lu}\p{Lt}]/u.test(surface);
  if (/\p{N}/u.test(folded))
    return { term: asciiDigits(folded.replace(/['\p{M}]/gu, '')), kind: 'number', capitalised };
  if (!/\p{L}/u.test(folded)) return { term: '', kind: 'word', capitalised };
  if (rules === null) return { term: ownCopy(folded), kind: 'word', capitalised };
  if (stopWordsOf(rules).has(folded) || isStopWordByForm(folded, rules))
    return { term: `.${folded}`, kind: 'stop', capitalised };
  return { term: ownCopy(stemmerOf(rules)(folded)), kind: 'word', capitalised };
}

/** NFKC and lower case; `language` decides the case of the Turkish i. */
function foldWord(surface: string, language: string | null): string {
  const composed = surface.normalize('NFKC');
  const lower = packOf(language)?.dotlessI
    ? composed.toLocaleLowerCase('tr')
    : composed.toLowerCase().replaceAll('i\u0307', 'i');
  // Compatibility forms may hold spaces (U+FDFA), joiners are invisible, and apostrophes come in several shapes.
  return lower.replace(/[’ʼ＇]/g, "'").replace(/[^\p{L}\p{M}\p{N}'⁄.]+/gu, '');
}
