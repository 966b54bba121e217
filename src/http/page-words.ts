import { readFileSync } from 'node:fs';
import { languageAmong } from './header-fields.ts';

/** The texts of pages in one language. */
export interface PageWords {
  /** ISO 639-1. */
  readonly language: string;
  /** In this language; undefined where it has no words for the text. */
  readonly translated: (english: string) => string | undefined;
  /** In this language, else in English. */
  readonly t: (english: string, values?: Readonly<Record<string, string>>) => string;
}

/** Where the console has its translations, which are those of pages as well. English is in the code. */
const MESSAGES = new URL('../../console/messages/', import.meta.url);
const FILES = ['problems', 'pages'];
const LANGUAGES = ['en', 'de'];

/** Longer texts, with a value from a request in them, would take long to compare with each message. */
const WRITTEN_MAX = 1_000;

const loaded = new Map<string, PageWords>();

/** The words for the reader of a page, by an `Accept-Language` header. */
export function wordsFor(acceptLanguage: string | undefined): PageWords {
  const language = languageAmong(LANGUAGES, acceptLanguage);
  let words = loaded.get(language);
  if (!words) {
    words = wordsIn(language);
    loaded.set(language, words);
  }
  return words;
}

function wordsIn(language: string): PageWords {
  const messages: Readonly<Record<string, string>> =
    language === 'en' ? {} : Object.assign({}, ...FILES.map((name) => read(`${name}.${language}.json`)));
  // A text with values was written from its message.
  const written = Object.entries(messages)
    .filter(([english]) => english.includes('{') && !english.includes('`'))
    .map(([english, message]) => ({ pattern: patternOf(english), message }));

  function translated(english: string): string | undefined {
    if (language === 'en') return english;
    if (Object.hasOwn(messages, english)) return messages[english];
    if (english.length > WRITTEN_MAX) return undefined;
    for (const { pattern, message } of written) {
      const found = pattern.exec(english);
      if (found) return filled(message, found.groups ?? {});
    }
    return undefined;
  }

  return {
    language,
    translated,
    t: (english, values = {}) => filled(translated(english) ?? english, values),
  };
}

function read(name: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(name, MESSAGES), 'utf8'));
}

function patternOf(message: string): RegExp {
  const parts = message
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 === 0 ? part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&') : `(?<${part}>.+?)`));
  return new RegExp(`^${parts.join('')}$`, 's');
}

function filled(message: string, values: Readonly<Record<string, string>>): string {
  return message.replaceAll(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name);
}
