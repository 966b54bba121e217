import type { Passage } from '../../retrieval/passage.ts';
import type { QuestionWord } from './question-words.ts';
import { groupsOf, membersOf } from './related-words.ts';

/**
 * Which words of a question a term of a passage stands for, and how surely: 1 the same term, 0.9 one that a misspelt word
 * was taken for, 0.7 the same beginning, 0.6 a word of like meaning.
 */
export interface WordMatcher {
  (term: string): readonly WordMatch[];
  /** 1 at the `beginningOf` each term that it finds something for, and of few others. */
  readonly beginnings: Uint8Array;
}

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
  const beginnings = new Uint8Array(BEGINNINGS);
  for (const [word, { term, spellings, groups }] of words.entries()) {
    if (!remembered.has(term)) remembered.set(term, [{ word, factor: 1 }]);
    for (const meant of spellings) {
      if (!remembered.has(meant)) remembered.set(meant, [{ word, factor: SPELLING_FACTOR }]);
    }
    for (const like of [term, ...spellings, ...groups.flatMap(membersOf)]) beginnings[beginningOf(like)] = 1;
  }
  const match = (term: string) => {
    if (beginnings[beginningOf(term)] === 0) return NONE;
    const known = remembered.get(term);
    if (known) return known;
    const matches = likeMatches(term, words);
    remembered.set(term, matches);
    return matches;
  };
  return Object.assign(match, { beginnings });
}

/** Different beginnings. */
const BEGINNINGS = 4_096;

/**
 * How a term begins, as a number below 4,096: terms that begin alike have the same, and of others few do. So most terms of
 * a passage are seen to be nothing like the words of a question without being looked at.
 *
 * @see Fowler, Noll & Vo, FNV-1a (32 bits) of the first units, folded to 12.
 */
export function beginningOf(term: string): number {
  let hash = 0x811c9dc5;
  const end = Math.min(term.length, SOFT_PREFIX_MIN);
  for (let i = 0; i < end; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 12) ^ (hash >>> 24)) & (BEGINNINGS - 1);
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

/** The words that a term resembles, in form or meaning. */
function likeMatches(term: string, words: readonly QuestionWord[]): readonly WordMatch[] {
  // Groups are of English words, and a question in another language has none.
  const groups = groupsOf(term, 'en');
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
