import { LANGUAGES } from '../languages/languages.ts';
import { splitSentences } from '../text/sentences.ts';
import { QUESTION_END } from './question-language.ts';

/** Range of a part of a question, in UTF-16 units. */
export interface Clause {
  readonly start: number;
  readonly end: number;
}

/**
 * The parts of a question that each ask something: two sentences with a question mark, or "… and when …".
 *
 * @returns Two, or none when it asks one thing or more than two.
 */
export function askingClauses(question: string): readonly Clause[] {
  const clauses = splitSentences(question)
    .filter(({ start, end }) => QUESTION_END.test(question.slice(start, end)))
    .flatMap(({ start, end }) => clausesWithin(question, start, end));
  return clauses.length === 2 ? clauses : [];
}

function clausesWithin(question: string, start: number, end: number): Clause[] {
  const clauses: Clause[] = [];
  let from = start;
  for (const { index } of question.slice(start, end).matchAll(JOINT)) {
    const joint = start + index;
    if (!ASKS.test(question.slice(from, joint))) continue;
    clauses.push({ start: from, end: joint });
    from = joint;
  }
  return [...clauses, { start: from, end }];
}

const WORD_END = '(?![\\p{L}\\p{M}])';
const ASKING = LANGUAGES.filter(({ interrogatives }) => interrogatives !== undefined);
const WORDS = ASKING.map(({ interrogatives }) => interrogatives).join('|');
const AND = ASKING.map(({ conjunctions }) => conjunctions?.and ?? '(?!)').join('|');

/** A question word after "and". */
const JOINT = new RegExp(`[,;]? (?:${AND}) (?:${WORDS})${WORD_END}`, 'giu');

/** A question word with its object: "how and why" ask one thing. */
const ASKS = new RegExp(`(?<![\\p{L}\\p{M}])(?:${WORDS}) \\S+ ?\\S`, 'iu');
