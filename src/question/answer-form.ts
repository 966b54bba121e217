import { expressionOf, LANGUAGES } from '../languages/languages.ts';

/** A form that an answer must have, more specific than its kind: a number without a currency is not a price. */
export type AnswerForm = 'percentage' | 'money' | 'duration' | 'frequency' | 'year' | 'name';

/** The form that a question asks for, in any language; null when it asks for none. */
export function askedForm(question: string): AnswerForm | null {
  const text = question.normalize('NFKC').toLowerCase();
  if (PERCENT_SIGN.test(text)) return 'percentage';
  for (const [form, expression] of ASKED) if (expression.test(text)) return form;
  return null;
}

export const PERCENT_SIGN = /[%٪％]/u;

/** In this order: the first expression that matches decides. */
const ASKED: readonly (readonly [AnswerForm, RegExp])[] = [
  ['percentage', expressionOf(LANGUAGES, ({ cues }) => cues?.percentage)],
  ...(['year', 'frequency', 'duration', 'money', 'name'] as const).map(
    (form) => [form, expressionOf(LANGUAGES, ({ answerForms }) => answerForms?.[form])] as const,
  ),
];
