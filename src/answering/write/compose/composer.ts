import { createExpander } from '../../find/expand-question.ts';
import { createPassageTexts } from '../../model/passage-text.ts';
import type { Memory } from '../../read/memory.ts';
import { createRecaps } from '../../read/recaps.ts';
import type { Composer } from '../written-answer.ts';
import { type ComposerParts, composeAnswer } from './compose-answer.ts';
import { createJudge } from './judge-statements.ts';
import { createPassageNumbering } from './statement-check.ts';

/** Answers, wordings and summaries by a language model; dispose of it before the memory. */
export function createComposer(
  parts: ComposerParts & { memory: Pick<Memory, 'recall' | 'sumUp'> },
): Composer & AsyncDisposable {
  const { settings } = parts;
  const number = createPassageNumbering();
  const textOf = createPassageTexts();
  const timeoutMs = settings.questionTimeoutMs;
  const recaps = createRecaps({ ...parts, timeoutMs });
  const judge = settings.verifyWithModel ? createJudge({ ...parts, textOf, timeoutMs }) : undefined;
  return {
    expand: createExpander({ ...parts, timeoutMs }),
    expansion: settings.queryExpansion,
    write: (task) => composeAnswer(task, { ...parts, number, textOf, judge }),
    remembered: recaps.remembered,
    [Symbol.asyncDispose]: () => recaps[Symbol.asyncDispose](),
  };
}
