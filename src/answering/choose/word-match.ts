import { MARKED_UNITS, markOf, marksOf } from '../../text/term-marks.ts';
import { type Coverage, noCoverage } from './coverage.ts';
import type { QuestionWord } from './question-words.ts';

/**
 * The words of a question that a term of a passage matches, and how surely: 1 the same term, 0.9 the correction of a
 * misspelt word, 0.7 the same beginning, 0.6 a word used instead.
 */
export interface WordMatcher {
  (term: string): readonly WordMatch[];
  /** 1 at the `markOf` each matching term, and at few others. */
  readonly marks: Uint8Array;
}

export interface WordMatch {
  /** Position in the question's words. */
  readonly word: number;
  readonly factor: number;
  /** Terms that must stand right before it: it is the last of a phrase. */
  readonly before?: readonly string[];
  /** It is another word that stands for it, not the same in another spelling. */
  readonly isVariant?: true;
}

/** Factor of a correction of an unknown word. */
export const SPELLING_FACTOR = 0.9;
/** Factor of a word with the same beginning: `approval` for `approve`. */
const SOFT_FACTOR = 0.7;
const SOFT_PREFIX_MIN = MARKED_UNITS;
/** Factor of a variant, against its weight in the search. */
const VARIANT_FACTOR = 1.2;
const VARIANT_FACTOR_MAX = 0.95;
/** Share of that factor where a whole passage is judged: far-worded questions are answered wrongly more often. */
const VARIANT_SHARE = 0.25;
/** Minimum share of the longer word that the common beginning must have. */
const SOFT_SHARE_MIN = 0.6;

/** Caches its matches, so create one for each question. */
export function createWordMatcher(words: readonly QuestionWord[]): WordMatcher {
  const remembered = new Map<string, readonly WordMatch[]>();
  const phrases = new Map<string, WordMatch[]>();
  for (const [word, { term, spellings, variants }] of words.entries()) {
    if (!remembered.has(term)) remembered.set(term, [{ word, factor: 1 }]);
    for (const meant of spellings) {
      const others = remembered.get(meant) ?? [];
      // A compound stands for both of its words.
      if (others.every(({ factor }) => factor === SPELLING_FACTOR))
        remembered.set(meant, [...others, { word, factor: SPELLING_FACTOR }]);
    }
    for (const { terms, weight } of variants) {
      const last = terms.at(-1)!;
      const factor = Math.min(VARIANT_FACTOR_MAX, VARIANT_FACTOR * weight);
      const matches = phrases.get(last) ?? [];
      phrases.set(last, matches);
      const before = terms.slice(0, -1);
      matches.push({
        ...{ word, factor },
        ...(weight < 1 && { isVariant: true }),
        ...(before.length > 0 && { before }),
      });
    }
  }
  for (const [term, matches] of remembered) {
    const instead = phrases.get(term);
    if (instead) remembered.set(term, [...matches, ...instead]);
  }
  const marks = marksOf([...remembered.keys(), ...phrases.keys()]);
  const match = (term: string) => {
    if (marks[markOf(term)] === 0) return NONE;
    const known = remembered.get(term);
    if (known) return known;
    const matches = likeMatches(term, words, phrases.get(term) ?? NONE);
    remembered.set(term, matches);
    return matches;
  };
  return Object.assign(match, { marks });
}

/** The matches of a token that hold where it stands: a phrase needs the terms before it, too. */
export function matchesAt(match: WordMatcher, terms: readonly string[], token: number): readonly WordMatch[] {
  const found = match(terms[token]!);
  // Not `every`: with a function in it, V8 allocates for every token.
  for (let i = 0; i < found.length; i++) if (found[i]!.before) return whereTheyStand(found, terms, token);
  return found;
}

function whereTheyStand(found: readonly WordMatch[], terms: readonly string[], token: number): WordMatch[] {
  return found.filter(({ before = [] }) => {
    const start = token - before.length;
    return start >= 0 && before.every((term, i) => terms[start + i] === term);
  });
}

/**
 * The best match of each of the question's words among the terms of a text, 0–1.
 *
 * @param marks The `markOf` each term, where known: most terms are ruled out by it.
 */
export function coverage(
  words: readonly QuestionWord[],
  terms: readonly string[],
  match: WordMatcher,
  marks?: ArrayLike<number>,
): Coverage {
  const covered = noCoverage(words.length);
  for (let token = 0; token < terms.length; token++) {
    if (marks && match.marks[marks[token]!] === 0) continue;
    const matches = matchesAt(match, terms, token);
    for (let i = 0; i < matches.length; i++) {
      const { word, factor, isVariant } = matches[i]!;
      covered[word] = Math.max(covered[word]!, isVariant ? VARIANT_SHARE * factor : factor);
    }
  }
  return covered;
}

const NONE: readonly WordMatch[] = [];

/** The words that are similar to a term in form, and those that it may stand for. */
function likeMatches(
  term: string,
  words: readonly QuestionWord[],
  instead: readonly WordMatch[],
): readonly WordMatch[] {
  const matches: WordMatch[] = [];
  for (const [word, meant] of words.entries())
    if (beginAlike(term, meant.spellings[0] ?? meant.term)) matches.push({ word, factor: SOFT_FACTOR });
  return matches.length + instead.length === 0 ? NONE : [...matches, ...instead];
}

function beginAlike(a: string, b: string): boolean {
  if (a.length < SOFT_PREFIX_MIN || b.length < SOFT_PREFIX_MIN || a[0] !== b[0]) return false;
  const needed = Math.max(SOFT_PREFIX_MIN, Math.ceil(SOFT_SHARE_MIN * Math.max(a.length, b.length)));
  if (Math.min(a.length, b.length) < needed) return false;
  // Numbers and codes that begin alike are different things.
  return a.startsWith(b.slice(0, needed)) && !/\p{N}/u.test(a) && !/\p{N}/u.test(b);
}
