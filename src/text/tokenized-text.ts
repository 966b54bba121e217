import { analyze, type Token } from './analyzer.ts';

/** A text that is analysed once for each language that it is read in. */
export interface TokenizedText {
  readonly text: string;
  /** @param language ISO 639-1 code of the rules to read it by; null when unknown. */
  tokens(language: string | null): readonly Token[];
}

export function tokenized(text: string): TokenizedText {
  const known = new Map<string | null, readonly Token[]>();
  return Object.freeze({
    text,
    tokens(language: string | null) {
      let tokens = known.get(language);
      if (!tokens) {
        tokens = analyze(text, language);
        known.set(language, tokens);
      }
      return tokens;
    },
  });
}
