import { expressionOf } from '../languages/languages.ts';
import type { LanguagePack } from '../languages/pack.ts';
import { byLanguageOfText } from '../text/packs-of-text.ts';
import type { TextRange } from '../text/sentences.ts';
import type { TokenizedText } from '../text/tokenized-text.ts';

/** One of the two things that a question asks about. */
export interface ComparedSide {
  /** The question about this thing alone. */
  readonly question: string;
  /** Whether the question has a word for a difference, which no text has to repeat. */
  readonly isCompared: boolean;
  /** Terms that only this thing has: `sick` of `sick leave` beside `parental leave`. */
  readonly terms: ReadonlySet<string>;
}

/**
 * The two things that a question asks about: `managers and interns`, `the L200 … than the C450`. Decided by its words
 * alone, so fixed pairs such as `terms and conditions` are among them: whether they are one thing is seen in the texts.
 *
 * @param language ISO 639-1 code of the question's language; null when unknown.
 * @returns Two, or none when the question joins nothing, numbers (`between 9 and 5`), or more than two things.
 */
export function comparedSides(asked: TokenizedText, language: string | null): readonly ComparedSide[] {
  const { text } = asked;
  if (text.length > QUESTION_UNITS_MAX) return [];
  const compared = comparedIn(language);
  const [joint, ...others] = text.matchAll(compared.joint);
  if (!joint || others.length > 0) return [];
  const words = wordsOf(asked, language, compared);
  const left = words.filter(({ end }) => end <= joint.index);
  const right = words.filter(({ start }) => start >= joint.index + joint[0].length);
  const isApart = joint.groups?.apart !== undefined;
  // The word before `than` says in what they differ.
  const before = isApart ? left.slice(0, -1).filter(({ isContent }) => isContent) : lastRun(left);
  const behind = isApart ? right.filter(({ isContent }) => isContent) : firstRun(right, left);
  const count = Math.min(before.length, behind.length);
  if (count === 0) return [];
  const sides = [isApart ? before.slice(0, count) : before.slice(-count), behind.slice(0, count)];
  const own = sides.map((side, i) => side.filter((word) => !hasWord(sides[1 - i]!, word)));
  if (own.some((side) => side.every(({ isNumber }) => isNumber))) return [];
  const comparing = words.filter(({ isComparing }) => isComparing);
  return own.map((side, i) => ({
    question: without(text, [...own[1 - i]!, ...comparing]),
    isCompared: comparing.length > 0,
    terms: new Set(termsOf(side).filter((term) => !termsOf(own[1 - i]!).includes(term))),
  }));
}

/** In longer questions, a conjunction joins more often sentences than things. In UTF-16 units. */
const QUESTION_UNITS_MAX = 240;

interface Compared {
  /** What stands between two things; `apart` where the first one is at the beginning of the question. */
  readonly joint: RegExp;
  /** Words that say that two things are compared; no passage has to repeat them. */
  readonly comparing: RegExp;
  /** What stands for a word said before: `with those of interns`. */
  readonly standsFor: RegExp;
}

const comparedIn = byLanguageOfText((packs): Compared => {
  const whole = { before: '^', after: '$', flags: 'iu' };
  const between = ({ conjunctions, comparisons }: LanguagePack) => [
    ...(conjunctions ? [conjunctions.and, conjunctions.or] : []),
    ...(comparisons ? [comparisons.joins] : []),
    ...(comparisons?.contrasts ? [`(?<apart>${comparisons.contrasts})`] : []),
  ];
  return {
    joint: expressionOf(packs, between, { before: '(?<=[\\s,])', after: '(?=\\s)', flags: 'giu' }),
    comparing: expressionOf(packs, ({ comparisons }) => comparisons?.words, whole),
    standsFor: expressionOf(packs, ({ demonstratives }) => demonstratives, whole),
  };
});

interface Word extends TextRange {
  /** Folded spelling. */
  readonly key: string;
  readonly terms: readonly string[];
  readonly isContent: boolean;
  readonly isComparing: boolean;
  readonly isNumber: boolean;
  /** Whether a comma or the like stands before it. */
  readonly begins: boolean;
}

/** What is written between spaces: `full-time` is one word here. */
function wordsOf(asked: TokenizedText, language: string | null, { comparing, standsFor }: Compared): Word[] {
  const tokens = asked.tokens(language);
  return Array.from(asked.text.matchAll(WRITTEN), ({ 0: text, index: start }) => {
    const end = start + text.length;
    const own = tokens.filter((token) => token.start >= start && token.end <= end);
    const isComparing = comparing.test(text);
    return {
      start,
      end,
      key: text.toLowerCase(),
      terms: own.filter(({ kind }) => kind !== 'stop').map(({ term }) => term),
      isContent: !isComparing && !standsFor.test(text) && own.some(({ kind }) => kind !== 'stop'),
      isComparing,
      isNumber: /^[\p{Nd}.,:%]+$/u.test(text),
      begins: /[,;:.(]\s*$/u.test(asked.text.slice(0, start)),
    };
  });
}

const WRITTEN = /[\p{L}\p{M}\p{N}]+(?:[-_./'’&][\p{L}\p{M}\p{N}]+)*/gu;

/** Maximum small words before the second thing: `for those of the interns`. */
const SMALL_WORDS_MAX = 4;

/** The first words that `left` lacks: `interns` of `leave of managers and leave of interns`. */
function firstRun(words: readonly Word[], left: readonly Word[]): Word[] {
  const from = words.findIndex((word) => word.isContent && !hasWord(left, word));
  if (from < 0 || words.slice(0, from).filter(({ isContent }) => !isContent).length > SMALL_WORDS_MAX)
    return [];
  const until = words.findIndex((word, i) => i > from && (!word.isContent || word.begins));
  return words.slice(from, until < 0 ? words.length : until);
}

function lastRun(words: readonly Word[]): Word[] {
  const run: Word[] = [];
  for (const word of words.toReversed()) {
    if (!word.isContent) break;
    run.unshift(word);
    if (word.begins) break;
  }
  return run;
}

function hasWord(words: readonly Word[], { key }: Word): boolean {
  return words.some((word) => word.key === key);
}

function termsOf(words: readonly Word[]): string[] {
  return words.flatMap(({ terms }) => terms);
}

function without(text: string, ranges: readonly TextRange[]): string {
  let rest = text;
  for (const { start, end } of ranges.toSorted((a, b) => b.start - a.start))
    rest = rest.slice(0, start) + rest.slice(end);
  return rest.replace(/\s+/gu, ' ').trim();
}
