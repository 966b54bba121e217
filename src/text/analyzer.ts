import { scanWords } from './word-scanner.ts';

/** A word of a text, as indexed and searched. */
export interface Token {
  /** Index term: a stem, a number in ASCII digits, or a stop word with a dot before it (`.the`). */
  readonly term: string;
  /** As it stands in the text. */
  readonly surface: string;
  /** Offsets into the text, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** `number` for any word with a digit. */
  readonly kind: 'word' | 'number' | 'stop';
  /** Begins with a capital letter. */
  readonly capitalised: boolean;
}

/**
 * Tokenizes a text into index terms, the same way for chunks and questions. Words are folded (NFKC, lower case) and
 * stemmed by the rules of the text's language, or of the script's usual language where the text's own is not written in
 * it. Parts of a word (`sha` and `256` of `sha256`, Thai and Hangul bigrams) are tokens, too; they follow the word that
 * they begin in.
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
