import { readFileSync } from 'node:fs';
import { inEnglish, inLanguage, type Said } from '../kernel/said.ts';
import { languageAmong } from './header-fields.ts';

/** How a text for people is said in one language. */
export interface PageWords {
  /** ISO 639-1. */
  readonly language: string;
  /** In this language, where it has the message; else in English. */
  readonly t: (text: Said) => string;
}

export const ENGLISH: PageWords = { language: 'en', t: inEnglish };

/** Beside those of the console. English is in the code. */
const MESSAGES = new URL('../../console/messages/', import.meta.url);
const LANGUAGES = ['en', 'de'];

const loaded = new Map([[ENGLISH.language, ENGLISH]]);

/** The words for a reader, by an `Accept-Language` header. */
export function wordsFor(acceptLanguage: string | undefined): PageWords {
  const language = languageAmong(LANGUAGES, acceptLanguage);
  const words = loaded.get(language) ?? wordsIn(language);
  loaded.set(language, words);
  return words;
}

function wordsIn(language: string): PageWords {
  const file = new URL(`server.${language}.json`, MESSAGES);
  const messages = new Map(Object.entries<string>(JSON.parse(readFileSync(file, 'utf8'))));
  return { language, t: (text) => inLanguage(text, (message) => messages.get(message) ?? message) };
}
