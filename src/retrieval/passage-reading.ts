import { type ReadablePassage, rememberPassages } from './passage-memory.ts';
import { splitSentences } from './sentences.ts';
import { scanWords } from './word-scanner.ts';

/** A passage's tokens, as ranking and quoting read them. */
export interface PassageReading {
  readonly text: string;
  /** Index term of each token, in order. */
  readonly terms: readonly string[];
  /** `markOf` each term. */
  readonly marks: Uint8Array;
  /** What else is known of each token: bits of `TOKEN_TRAIT`. */
  readonly traits: Uint8Array;
  /** Offsets of each token into `text`. */
  readonly starts: Uint16Array | Uint32Array;
  readonly ends: Uint16Array | Uint32Array;
  /** Sentence that each token stands in, from 0. */
  readonly sentences: Uint16Array;
  readonly titleTerms: ReadonlySet<string>;
}

export const TOKEN_TRAIT = { number: 1, stop: 2, capitalised: 4 } as const;

/** About 4 KB a passage: 60 MB when full. */
const READINGS_MAX = 16_384;

/** Cuts a passage into the terms that the index has of it; the last passages are read once. */
export const readPassage = rememberPassages(read, READINGS_MAX);

function read({ text, title, language }: ReadablePassage): PassageReading {
  const terms: string[] = [];
  const marks: number[] = [];
  const traits: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  scanWords(text, language, ({ term, mark, kind, capitalised }, start, end) => {
    terms.push(term);
    marks.push(mark);
    traits.push((kind === 'word' ? 0 : TOKEN_TRAIT[kind]) | (capitalised ? TOKEN_TRAIT.capitalised : 0));
    starts.push(start);
    ends.push(end);
  });
  const titleTerms = new Set<string>();
  scanWords(title, language, ({ term }) => titleTerms.add(term));
  const Offsets = text.length > 0xffff ? Uint32Array : Uint16Array;
  return {
    text,
    terms,
    marks: new Uint8Array(marks),
    traits: new Uint8Array(traits),
    starts: new Offsets(starts),
    ends: new Offsets(ends),
    sentences: sentencesOf(starts, text),
    titleTerms,
  };
}

/** @param starts Ascending offsets. */
function sentencesOf(starts: readonly number[], text: string): Uint16Array {
  const ranges = splitSentences(text);
  const sentences = new Uint16Array(starts.length);
  let sentence = 0;
  for (let token = 0; token < starts.length; token++) {
    while (sentence + 1 < ranges.length && starts[token]! >= ranges[sentence + 1]!.start) sentence++;
    sentences[token] = sentence;
  }
  return sentences;
}
