import type { AnswerStatement, StatementAlarm } from './answer.ts';
import { type CitedSentence, OWN_LINE, withMarkers } from './citation.ts';
import type { AlarmKind } from './grounding/alarms.ts';
import type { SentenceVerdict } from './grounding/verify-sentence.ts';

/**
 * The parts in which an answer is sent: its sentences with their markers, joined by spaces; items of a list and code
 * begin a line.
 */
export function answerParts(sentences: readonly CitedSentence[]): string[] {
  return sentences.map((sentence, i) => between(sentences, i) + withMarkers(sentence));
}

/** What stands before a sentence of an answer. */
function between(sentences: readonly CitedSentence[], i: number): string {
  if (i === 0) return '';
  const hasLines = (text: string) => text.includes('\n') || OWN_LINE.test(text);
  return hasLines(sentences[i]!.text) || hasLines(sentences[i - 1]!.text) ? '\n' : ' ';
}

/**
 * The range of each sentence in the text of `answerParts`, with its verdict.
 *
 * @param verdicts One for each sentence, in the same order.
 */
export function statementsOf(
  sentences: readonly CitedSentence[],
  verdicts: readonly SentenceVerdict[],
): AnswerStatement[] {
  let next = 0;
  return sentences.map((sentence, i) => {
    const { verdict, alarms } = verdicts[i]!;
    const { text, citations } = sentence;
    const start = next + between(sentences, i).length;
    next = start + withMarkers(sentence).length;
    return { start, end: start + text.length, verdict, citations, alarms: alarmCodes(alarms) };
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
