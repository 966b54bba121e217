import type { Passage } from '../../retrieval/passage.ts';
import type { QuestionWord } from './question-words.ts';
import { groupsOf, membersOf } from './related-words.ts';

/**
 * The words of a question that a term of a passage matches, and how surely: 1 the same term, 0.9 the correction of a
 * misspelt word, 0.7 the same beginning, 0.6 a synonym.
 */
export interface WordMatcher {
  (term: string): readonly WordMatch[];
  /** 1 at the `beginningOf` each matching term, and at few others. */
  readonly beginnings: Uint8Array;
}

export interface WordMatch {
  /** Position in the question's words. */
  readonly word: number;
  readonly factor: number;
}

/** Factor of a correction of an unknown word. */
export const SPELLING_FACTOR = 0.9;
/** Factor of a word with the same beginning: `approval` for `approve`. */
const SOFT_FACTOR = 0.7;
const SOFT_PREFIX_MIN = 4;
/** Factor of a synonym: `constructed` for `built`. 0.5–0.7 measured equal. */
const RELATED_FACTOR = 0.6;
/** Least share of the longer word that the common beginning must have. */
const SOFT_SHARE_MIN = 0.6;

/** Caches its matches, so create one for each question. */
export function createWordMatcher(words: readonly QuestionWord[]): WordMatcher {
  const remembered = new Map<string, readonly WordMatch[]>();
  const beginnings = new Uint8Array(BEGINNINGS);
  for (const [word, { term, spellings, groups }] of words.entries()) {
    if (!remembered.has(term)) remembered.set(term, [{ word, factor: 1 }]);
    for (const meant of spellings) {
      const others = remembered.get(meant) ?? [];
      // A compound stands for both of its words.
      if (others.every(({ factor }) => factor === SPELLING_FACTOR))
        remembered.set(meant, [...others, { word, factor: SPELLING_FACTOR }]);
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

/** Number of distinct beginnings. */
const BEGINNINGS = 4_096;

/**
 * A hash below 4,096 of a term's first letters: terms that begin alike have equal hashes, others seldom do. It rules
 * out most terms of a passage without comparing them with the words of the question.
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

/** The words that are similar to a term in form or meaning. */
function likeMatches(term: string, words: readonly QuestionWord[]): readonly WordMatch[] {
  // Only English words have groups; the words of other questions have none.
  const groups = groupsOf(term, 'en');
  let matches: WordMatch[] | undefined;
  for (const [index, word] of words.entries()) {
    const isAlike = beginAlike(term, meantBy(word));
    const factor = isAlike ? SOFT_FACTOR : shareGroup(groups, word) ? RELATED_FACTOR : 0;
    if (factor > 0) matches = [...(matches ?? []), { word: index, factor }];
  }
  return matches ?? NONE;
}

/** The term that a word is corrected to, or its own. */
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
