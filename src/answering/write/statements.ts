import type { AnswerStatement, StatementAlarm } from '../../ports/given-answer.ts';
import type { AlarmKind } from '../check/alarms.ts';
import type { SentenceVerdict } from '../check/verify-sentence.ts';
import { type CitedText, withMarkers } from './citation.ts';

/** Stands between two passages of an answer. */
const APART = '\n\n';

/** The parts in which an answer is sent: its texts with their markers, apart from each other. */
export function answerParts(texts: readonly CitedText[]): string[] {
  return texts.map((text, i) => (i === 0 ? '' : APART) + withMarkers(text));
}

/** The marked sentences of the texts, as ranges of the text of `answerParts`: each says what its source says. */
export function statementsOf(texts: readonly CitedText[]): AnswerStatement[] {
  let next = 0;
  return texts.flatMap((text, i) => {
    const from = next + (i === 0 ? 0 : APART.length);
    next = from + withMarkers(text).length;
    const { marked, citations } = text;
    return marked.map(({ start, end }): AnswerStatement => {
      return { start: from + start, end: from + end, verdict: 'supported', citations, alarms: [] };
    });
  });
}

/** The distinct alarms of a sentence, as codes for clients. */
export function alarmCodes(alarms: SentenceVerdict['alarms']): StatementAlarm[] {
  return [...new Set(alarms.map(({ kind }) => CODES[kind]))];
}

const CODES: Readonly<Record<AlarmKind, StatementAlarm>> = {
  number: 'number_not_in_source',
  moved: 'from_another_place',
  unit: 'other_unit',
  name: 'name_not_in_source',
  word: 'other_word',
  negation: 'other_negation',
};
