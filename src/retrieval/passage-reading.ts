import type { ReadablePassage } from './passage-memory.ts';
import { scanWords } from './word-scanner.ts';

/** A passage's tokens, as far as they are compared with a question. */
export interface PassageReading {
  readonly text: string;
  /** Index term of each token, in order. */
  readonly terms: readonly string[];
  /** Offsets of each token into `text`. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly titleTerms: ReadonlySet<string>;
}

/** Cuts a passage into the terms that the index has of it. */
export function readPassage({ text, title, language }: ReadablePassage): PassageReading {
  const terms: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  scanWords(text, language, ({ term }, start, end) => {
    terms.push(term);
    starts.push(start);
    ends.push(end);
  });
  const titleTerms = new Set<string>();
  scanWords(title, language, ({ term }) => titleTerms.add(term));
  return { text, terms, starts: Uint32Array.from(starts), ends: Uint32Array.from(ends), titleTerms };
}
