import { LANGUAGES } from '../languages/languages.ts';
import { splitSentences, type TextRange } from '../text/sentences.ts';
import { QUESTION_END } from './question-language.ts';
import { type QuestionType, questionType } from './question-type.ts';

/** A part of a question that asks something. */
export interface AskingClause extends TextRange {
  readonly type: QuestionType;
}

/**
 * The parts of a question that each ask something: two sentences with a question mark, or "… and when …".
 *
 * @returns Two, or none when it asks one thing or more than two.
 */
export function askingClauses(question: string): readonly AskingClause[] {
  const clauses = splitSentences(question)
    .filter(({ start, end }) => QUESTION_END.test(question.slice(start, end)))
    .flatMap(({ start, end }) => clausesWithin(question, start, end));
  if (clauses.length !== 2) return [];
  return clauses.map(({ start, end }) => ({ start, end, type: questionType(question.slice(start, end)) }));
}

function clausesWithin(question: string, start: number, end: number): TextRange[] {
  const clauses: TextRange[] = [];
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
