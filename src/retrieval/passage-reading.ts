import type { ReadablePassage } from './passage-memory.ts';
import { splitSentences } from './sentences.ts';
import { scanWords } from './word-scanner.ts';

/** A passage's tokens, as far as they are compared with a question. */
export interface PassageReading {
  readonly text: string;
  /** Index term of each token, in order. */
  readonly terms: readonly string[];
  /** `markOf` each term. */
  readonly marks: Uint8Array;
  /** Offsets of each token into `text`. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Sentence that each token stands in, from 0. */
  readonly sentences: Uint16Array;
  readonly titleTerms: ReadonlySet<string>;
}

/** Cuts a passage into the terms that the index has of it. */
export function readPassage({ text, title, language }: ReadablePassage): PassageReading {
  const terms: string[] = [];
  const marks: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  scanWords(text, language, ({ term, mark }, start, end) => {
    terms.push(term);
    marks.push(mark);
    starts.push(start);
    ends.push(end);
  });
  const titleTerms = new Set<string>();
  scanWords(title, language, ({ term }) => titleTerms.add(term));
  return {
    text,
    terms,
    marks: Uint8Array.from(marks),
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
    sentences: sentencesOf(starts, text),
    titleTerms,
  };
}

/** @param starts Ascending offsets. */
function sentencesOf(starts: readonly number[], text: string): Uint16Array {
  const ranges = splitSentences(text);
  const sentences = new Uint16Array(starts.length);
  let sentence = 0;
  for (const [token, start] of starts.entries()) {
    while (sentence + 1 < ranges.length && start >= ranges[sentence + 1]!.start) sentence++;
    sentences[token] = sentence;
  }
  return sentences;
}
