import { expressionOf, LANGUAGES } from '../languages/languages.ts';
import type { AskedType } from '../languages/pack.ts';

/** What a question asks for. `other` expects no kind of word. */
export type QuestionType = AskedType | 'other';

/** In this order: the first expression that matches decides. */
const TYPES: readonly AskedType[] = ['time', 'number', 'person', 'place', 'reason'];

const EXPRESSIONS = TYPES.map(
  (type) => [type, expressionOf(LANGUAGES, ({ questionTypes }) => questionTypes?.[type])] as const,
);

/** The type of a question by its question words, in any language; `other` where none is found. */
export function questionType(question: string): QuestionType {
  const text = question.normalize('NFKC').toLowerCase();
  for (const [type, expression] of EXPRESSIONS) if (expression.test(text)) return type;
  return 'other';
}
