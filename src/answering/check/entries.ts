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

export interface SentenceEntries {
  readonly whole: Entry;
  readonly clauses: readonly Entry[];
}

/** Splits a sentence into clauses, and a row into cells. */
export function entriesIn(sentence: EvidenceSentence): SentenceEntries {
  const words = sentence.words();
  const clauses: Word[][] = [];
  const gap = (i: number) => sentence.text.slice(words[i - 1]!.end, words[i]!.start);
  let isRow = false;
  for (const [i, word] of words.entries()) {
    const between = i === 0 ? '' : gap(i);
    if (between.includes('|')) isRow = true;
    if (i === 0 || CLAUSE_BREAK.test(between) || CONJUNCTIONS.has(word.key)) clauses.push([]);
    clauses.at(-1)!.push(word);
  }
  const entryOf = (own: readonly Word[]): Entry => ({
    words: own,
    keys: new Set(own.map(({ key }) => key)),
    labelLength:
      isRow && own === words
        ? 0
        : Math.max(
            0,
            own.findIndex((word, i) => i > 0 && isAfterColon(sentence.text, word)),
          ),
    isTabular: isRow,
  });
  return { whole: entryOf(words), clauses: clauses.map(entryOf) };
}

function isAfterColon(text: string, { start }: Word): boolean {
  return /[:：][\s*_]*$/u.test(text.slice(Math.max(0, start - 4), start));
}

const CLAUSE_BREAK = /[,;|\n،؛、，；]/u;
/** Keys of conjunctions between clauses: stop words, in any language. */
const CONJUNCTIONS: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ conjunctions }) => (conjunctions ? [conjunctions.and, conjunctions.but ?? ''] : []))
    .flatMap((words) => words.split('|'))
    .map((word) => `.${word}`),
);
