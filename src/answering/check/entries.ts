import { LANGUAGES } from '../../languages/languages.ts';
import type { EvidenceSentence } from './evidence.ts';
import type { Word } from './words.ts';

/** A part of a text in which a value is said of something. */
export interface Entry {
  readonly words: readonly Word[];
  readonly keys: ReadonlySet<string>;
  /** Words before its colon; 0 without one. */
  readonly labelLength: number;
  /** Whether it is a row of cells, or a cell. */
  readonly isTabular: boolean;
}

/** The entries of a sentence: itself, and its clauses or cells. */
export interface SentenceEntries {
  readonly text: string;
  readonly whole: Entry;
  readonly clauses: readonly Entry[];
}

/** Splits a sentence into clauses, and a row into cells. */
export function entriesIn({ text, words }: EvidenceSentence): SentenceEntries {
  const gaps = words.map(({ start }, i) => (i === 0 ? '' : text.slice(words[i - 1]!.end, start)));
  const isTabular = gaps.some((gap) => gap.includes('|'));
  const entryOf = (from: number, to: number): Entry => {
    const own = words.slice(from, to);
    const afterColon = gaps.slice(from + 1, to).findIndex((gap) => COLON.test(gap));
    return { words: own, keys: new Set(own.map(({ key }) => key)), labelLength: afterColon + 1, isTabular };
  };
  const starts = words.flatMap(({ key }, i) =>
    i === 0 || CLAUSE_BREAK.test(gaps[i]!) || CONJUNCTIONS.has(key) ? [i] : [],
  );
  const clauses = starts.map((start, i) => entryOf(start, starts[i + 1] ?? words.length));
  return { text, whole: entryOf(0, words.length), clauses };
}

const COLON = /[:：]/;
const CLAUSE_BREAK = /[,;|\n،؛、，；]/;
/** Keys of conjunctions between clauses: stop words, in any language. */
const CONJUNCTIONS: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ conjunctions }) => (conjunctions ? [conjunctions.and, conjunctions.but ?? ''] : []))
    .flatMap((words) => words.split('|'))
    .map((word) => `.${word}`),
);
