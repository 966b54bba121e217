import type { Passage } from '../retrieval/passage.ts';
import type { QuestionWord } from './question-words.ts';
import { groupsOf } from './related-words.ts';

/**
 * Which words of a question a term of a passage stands for, and how surely: 1 the same term, 0.9 one that a misspelt word
 * was taken for, 0.7 the same beginning, 0.6 a word of like meaning.
 */
export type WordMatcher = (term: string) => readonly WordMatch[];

export interface WordMatch {
  /** Position among the question's words. */
  readonly word: number;
  readonly factor: number;
}

/** What a term counts that an unknown word was taken for, as it is spelt almost like it. */
export const SPELLING_FACTOR = 0.9;
/** What a word counts that only begins alike: `approval` for `approve`. */
const SOFT_FACTOR = 0.7;
const SOFT_PREFIX_MIN = 4;
/** What a word counts that means nearly the same: `constructed` for `built`. 0.5–0.7 measured equal. */
const RELATED_FACTOR = 0.6;
/** Share of the longer word that the common beginning must make up. */
const SOFT_SHARE_MIN = 0.6;

/** Remembers what it found, so make one for each question. */
export function createWordMatcher(words: readonly QuestionWord[]): WordMatcher {
  const remembered = new Map<string, readonly WordMatch[]>();
  for (const [word, { term, spellings }] of words.entries()) {
    if (!remembered.has(term)) remembered.set(term, [{ word, factor: 1 }]);
    for (const meant of spellings) {
      if (!remembered.has(meant)) remembered.set(meant, [{ word, factor: SPELLING_FACTOR }]);
    }
  }
  // Groups are of English words, and a question in another language has none.
  const hasGroups = words.some(({ groups }) => groups.length > 0);
  const initials = new Set(words.map((word) => meantBy(word).charCodeAt(0)));
  return (term) => {
    const known = remembered.get(term);
    if (known) return known;
    const groups = hasGroups ? groupsOf(term, 'en') : NO_GROUPS;
    // Most terms are nothing like any of the words, which is quicker seen again than remembered.
    if (groups.length === 0 && !initials.has(term.charCodeAt(0))) return NONE;
    const matches = likeMatches(term, words, groups);
    remembered.set(term, matches);
    return matches;
  };
}

/** The best match of each of the question's words among `terms`, 0–1. */
export function coverage(
  words: readonly QuestionWord[],
  terms: readonly string[],
  match: WordMatcher,
): Float64Array {
  const covered = new Float64Array(words.length);
  for (const term of terms) {
    for (const { word, factor } of match(term)) covered[word] = Math.max(covered[word]!, factor);
  }
  return covered;
}

/** How far the document of a passage is about each of the question's words, 0–1. */
export function subjectCoverage(
  words: readonly QuestionWord[],
  { subject = new Map() }: Pick<Passage, 'subject'>,
  match: WordMatcher,
): Float64Array {
  const covered = new Float64Array(words.length);
  for (const [term, strength] of subject) {
    for (const { word, factor } of match(term)) covered[word] = Math.max(covered[word]!, strength * factor);
  }
  return covered;
}

const NONE: readonly WordMatch[] = [];
const NO_GROUPS: readonly number[] = [];

/** The words that a term resembles, in form or meaning. */
function likeMatches(
  term: string,
  words: readonly QuestionWord[],
  groups: readonly number[],
): readonly WordMatch[] {
  let matches: WordMatch[] | undefined;
  for (const [index, word] of words.entries()) {
    const isAlike = beginAlike(term, meantBy(word));
    const factor = isAlike ? SOFT_FACTOR : shareGroup(groups, word) ? RELATED_FACTOR : 0;
    if (factor > 0) matches = [...(matches ?? []), { word: index, factor }];
  }
  return matches ?? NONE;
}

/** The term that the word is taken for. */
function meantBy({ term, spellings }: QuestionWord): string {
  return spellings[0] ?? term;
}

function shareGroup(groups: readonly number[], word: QuestionWord): boolean {
  return groups.length > 0 && word.groups.some((group) => groups.includes(group));
}

function beginAlike(a: string, b: string): boolean {
  if (a.length < SOFT_PREFIX_MIN || b.length < SOFT_PREFIX_MIN || a[0] !== b[0]) return false;
  const needed = Math.max(SOFT_PREFIX_MIN, Math.ceil(SOFT_SHARE_MIN * Math.max(a.length, b.length)));
  if (Math.min(a.length, b.length) < needed) return false;
  // Numbers and codes that begin alike are different things.
  return a.startsWith(b.slice(0, needed)) && !/\p{N}/u.test(a) && !/\p{N}/u.test(b);
}
