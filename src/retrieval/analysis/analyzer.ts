import { scanWords } from './word-scanner.ts';

/** A word of a text as the index and the question see it. */
export interface Token {
  /** Index term: a stem, a number in ASCII digits, or for a stop word the word itself behind a dot (`.the`). */
  readonly term: string;
  /** As it stands in the text. */
  readonly surface: string;
  /** Offsets into the text, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** `number` for whatever holds a digit. */
  readonly kind: 'word' | 'number' | 'stop';
  /** It begins with a capital letter. */
  readonly capitalised: boolean;
}

/**
 * Cuts a text into index terms, the same way for chunks and questions. Words are folded (NFKC, lower case), stemmed by
 * the rules of the language, or of their script where the text's language is not written in it. Parts of a word
 * (`sha` and `256` of `sha256`, Thai and Hangul bigrams) are tokens as well; they follow the word that they begin in.
 *
 * @param language ISO 639-1 code of the text's main language; null when unknown.
 * @returns By ascending start.
 */
export function analyze(text: string, language: string | null): Token[] {
  const tokens: Token[] = [];
  scanWords(text, language, ({ term, kind, capitalised }, start, end) => {
    tokens.push({ term, surface: text.slice(start, end), start, end, kind, capitalised });
  });
  return tokens;
}
