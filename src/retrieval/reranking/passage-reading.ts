import { splitSentences } from '../../text/sentences.ts';
import { markOf } from '../../text/term-marks.ts';
import { scanWords } from '../../text/word-scanner.ts';
import { cachedByPassage, type ReadablePassage } from './passage-cache.ts';

/** A passage's tokens, for ranking and quoting. */
export interface PassageReading {
  readonly text: string;
  /** Index term of each token, in order. */
  readonly terms: readonly string[];
  /** `markOf` each term. */
  readonly marks: Uint16Array;
  /** Bits of `TOKEN_TRAIT` for each token. */
  readonly traits: Uint8Array;
  /** Offsets of each token into `text`. */
  readonly starts: Uint16Array | Uint32Array;
  readonly ends: Uint16Array | Uint32Array;
  /** Number of each token's sentence, from 0. */
  readonly sentences: Uint16Array;
  /** Of the title and the headings above the passage, each once. */
  readonly headingTerms: readonly string[];
  /** Whether a heading above it is a version. */
  readonly isReleaseNote: boolean;
}

export const TOKEN_TRAIT = { number: 1, stop: 2, capitalised: 4 } as const;

/** “3.1.0”, “[3.1.0] - 2026-11-27”, “Version 3.1.0”, “2026-11-27, Docent v3.1.0”. */
const VERSION = /(?:^|› )\W{0,3}(?:\d{4}-\d\d-\d\d,? )?(?:\p{L}[\p{L}\d-]* ){0,2}v?\d+\.\d+\.\d+/u;

/** Maximum tokens that begin at one offset: a word, its first part, a pair of letters. */
const TOKENS_PER_UNIT = 3;

/** Tokenizes a passage into its index terms; recent readings are cached, about 6 KB for 175 words. */
export const readPassage = cachedByPassage(read);

/** Buffer for the tokens of the passage being read: one at a time, then they are copied out. */
let room = roomFor(1_024);

function roomFor(tokens: number) {
  const of = <T>(Column: new (length: number) => T) => new Column(tokens);
  return { marks: of(Uint16Array), traits: of(Uint8Array), starts: of(Uint32Array), ends: of(Uint32Array) };
}

function read({ text, title, section, language }: ReadablePassage): PassageReading {
  if (room.marks.length < TOKENS_PER_UNIT * text.length) room = roomFor(TOKENS_PER_UNIT * text.length);
  const { marks, traits, starts, ends } = room;
  const terms: string[] = [];
  scanWords(text, language, ({ term, kind, capitalised }, start, end) => {
    const token = terms.length;
    terms.push(term);
    marks[token] = markOf(term);
    traits[token] = (kind === 'word' ? 0 : TOKEN_TRAIT[kind]) | (capitalised ? TOKEN_TRAIT.capitalised : 0);
    starts[token] = start;
    ends[token] = end;
  });
  const headingTerms = new Set<string>();
  for (const heading of [title, section ?? ''])
    scanWords(heading, language, ({ term }) => headingTerms.add(term));
  const columns = columnsFor(terms.length, text.length);
  columns.starts.set(starts.subarray(0, terms.length));
  columns.ends.set(ends.subarray(0, terms.length));
  columns.marks.set(marks.subarray(0, terms.length));
  columns.traits.set(traits.subarray(0, terms.length));
  fillSentences(columns.sentences, starts, text);
  const isReleaseNote = VERSION.test(`${title} › ${section}`);
  return { text, terms, headingTerms: [...headingTerms], isReleaseNote, ...columns };
}

/** In one piece of memory: five cost more to allocate and to read. */
function columnsFor(tokens: number, units: number) {
  const Offsets = units > 0xffff ? Uint32Array : Uint16Array;
  const offsets = tokens * Offsets.BYTES_PER_ELEMENT;
  const memory = new ArrayBuffer(2 * offsets + 5 * tokens);
  return {
    starts: new Offsets(memory, 0, tokens),
    ends: new Offsets(memory, offsets, tokens),
    sentences: new Uint16Array(memory, 2 * offsets, tokens),
    marks: new Uint16Array(memory, 2 * offsets + 2 * tokens, tokens),
    traits: new Uint8Array(memory, 2 * offsets + 4 * tokens, tokens),
  };
}

/** @param starts Ascending offsets. */
function fillSentences(sentences: Uint16Array, starts: Uint32Array, text: string): void {
  const ranges = splitSentences(text);
  let sentence = 0;
  for (let token = 0; token < sentences.length; token++) {
    while (sentence + 1 < ranges.length && starts[token]! >= ranges[sentence + 1]!.start) sentence++;
    sentences[token] = sentence;
  }
}
