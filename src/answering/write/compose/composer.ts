import { createExpander } from '../../find/expand-question.ts';
import type { Composer } from '../written-answer.ts';
import { type ComposerParts, composeAnswer } from './compose-answer.ts';
import { createJudge } from './judge-statements.ts';

/** Answers and wordings by a language model. */
export function createComposer(parts: ComposerParts): Composer {
  const { settings } = parts;
  const timeoutMs = settings.questionTimeoutMs;
  const judge = settings.verifyWithModel ? createJudge({ ...parts, timeoutMs }) : undefined;
  return {
    expand: createExpander({ ...parts, timeoutMs }),
    expansion: settings.queryExpansion,
    write: (task) => composeAnswer(task, { ...parts, judge }),
  };
}
