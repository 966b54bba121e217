import type { QuestionWord } from './question-words.ts';

/** Which words of a question a term of a passage stands for, and how surely: 1 the same term, 0.7 the same beginning. */
export type WordMatcher = (term: string) => readonly WordMatch[];

export interface WordMatch {
  /** Position among the question's words. */
  readonly word: number;
  readonly factor: number;
}

/** What a word counts that only begins alike: `approval` for `approve`. */
const SOFT_FACTOR = 0.7;
const SOFT_PREFIX_MIN = 4;
/** Share of the longer word that the common beginning must make up. */
const SOFT_SHARE_MIN = 0.6;

/** Remembers every term it was asked for, so make one for each question. */
export function createWordMatcher(words: readonly QuestionWord[]): WordMatcher {
  const remembered = new Map<string, readonly WordMatch[]>();
  return (term) => {
    let matches = remembered.get(term);
    if (!matches) {
      matches = matchesOf(term, words);
      remembered.set(term, matches);
    }
    return matches;
  };
}

const NONE: readonly WordMatch[] = [];

function matchesOf(term: string, words: readonly QuestionWord[]): readonly WordMatch[] {
  const exact = words.findIndex((word) => word.term === term);
  if (exact >= 0) return [{ word: exact, factor: 1 }];
  const soft = words.flatMap((word, index) =>
    beginAlike(term, word.term) ? [{ word: index, factor: SOFT_FACTOR }] : [],
  );
  return soft.length > 0 ? soft : NONE;
}

function beginAlike(a: string, b: string): boolean {
  if (a.length < SOFT_PREFIX_MIN || b.length < SOFT_PREFIX_MIN || a[0] !== b[0]) return false;
  const needed = Math.max(SOFT_PREFIX_MIN, Math.ceil(SOFT_SHARE_MIN * Math.max(a.length, b.length)));
  if (Math.min(a.length, b.length) < needed) return false;
  // Numbers and codes that begin alike are different things.
  return a.startsWith(b.slice(0, needed)) && !/\p{N}/u.test(a) && !/\p{N}/u.test(b);
}
