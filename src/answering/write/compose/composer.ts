import { createExpander } from '../../find/expand-question.ts';
import { createPassageTexts } from '../../model/passage-text.ts';
import type { Composer } from '../written-answer.ts';
import { type ComposerParts, composeAnswer } from './compose-answer.ts';
import { createJudge } from './judge-statements.ts';
import { createPassageNumbering } from './statement-check.ts';

/** Answers and wordings by a language model. */
export function createComposer(parts: ComposerParts): Composer {
  const { settings } = parts;
  const number = createPassageNumbering();
  const textOf = createPassageTexts();
  const timeoutMs = settings.questionTimeoutMs;
  const judge = settings.verifyWithModel ? createJudge({ ...parts, textOf, timeoutMs }) : undefined;
  return {
    expand: createExpander({ ...parts, timeoutMs }),
    expansion: settings.queryExpansion,
    write: (task) => composeAnswer(task, { ...parts, number, textOf, judge }),
  };
}
