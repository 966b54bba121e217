import { expressionOf, LANGUAGES } from '../languages/languages.ts';
import type { Token } from '../text/analyzer.ts';

/**
 * The words that name what a question wants counted: `Executive` and `members` in "how many Executive members does …".
 * Answers to "how much" are in tables, after their name.
 *
 * @param tokens Of `question`.
 * @param part The part of it to look at.
 * @returns Terms; empty when nothing is to be counted, or the question does not say what right after "how many".
 */
export function countedTerms(
  question: string,
  tokens: readonly Token[],
  part = { start: 0, end: question.length },
): ReadonlySet<string> {
  const asked = COUNTING.exec(question.slice(part.start, part.end));
  const counted = new Set<string>();
  if (!asked) return counted;
  const from = part.start + asked.index + asked[0].length;
  for (const { start, kind, term } of tokens) {
    if (start < from) continue;
    if (kind !== 'word' || counted.size === WORDS_MAX) break;
    counted.add(term);
  }
  return counted;
}

/**
 * Maximum tokens between a number and the word it counts, before or after it: `9,200 full-time employees`,
 * `employees: 9,200`.
 */
export const COUNT_TOKENS = { before: 4, behind: 2 } as const;

/**
 * Whether a number looks like a count, not a year: 1,984 does, 1984 does not. @param length As written, in UTF-16
 * units.
 */
export function isCount(term: string, length: number): boolean {
  return length !== 4 || !/^(?:1[5-9]|20)\d\d$/.test(term);
}

const WORDS_MAX = 3;

/** The end of "how many", "number of" and the like, in any language. */
const COUNTING = expressionOf(LANGUAGES, ({ countPhrases }) => countPhrases, {
  ...{ after: "(?:(?<=['’])|(?![\\p{L}\\p{M}]))\\s*", flags: 'iu' },
});
