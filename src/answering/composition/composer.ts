import type { Memory } from '../conversation/memory.ts';
import type { Composer } from '../written-answer.ts';
import { type ComposerParts, composeAnswer } from './compose-answer.ts';
import { createExpander } from './expand-question.ts';
import { createPassageTexts } from './passage-text.ts';
import { createRecaps } from './recaps.ts';
import { createPassageNumbering } from './statement-check.ts';

/** Answers, wordings and summaries by a language model; dispose of it before the memory. */
export function createComposer(
  parts: ComposerParts & { memory: Pick<Memory, 'recall' | 'sumUp'> },
): Composer & AsyncDisposable {
  const { settings } = parts;
  const number = createPassageNumbering();
  const textOf = createPassageTexts();
  const recaps = createRecaps({ ...parts, timeoutMs: settings.questionTimeoutMs });
  return {
    expand: createExpander({ ...parts, timeoutMs: settings.questionTimeoutMs }),
    expansion: settings.queryExpansion,
    write: (task) => composeAnswer(task, { ...parts, number, textOf }),
    remembered: recaps.remembered,
    [Symbol.asyncDispose]: () => recaps[Symbol.asyncDispose](),
  };
}
