import { standaloneQuery } from '../conversation/follow-up.ts';
import type { Memory } from '../conversation/memory.ts';
import type { Composer } from '../written-answer.ts';
import { type ComposerParts, composeAnswer } from './compose-answer.ts';
import { createPassageTexts } from './passage-text.ts';
import { createRecaps } from './recaps.ts';
import { rewriteQuestion } from './rewrite-question.ts';
import { createPassageNumbering } from './statement-check.ts';

const NOTHING_BEFORE = { turns: [], summary: [] };

/** Answers, rewrites and summaries by a language model; dispose of it before the memory. */
export function createComposer(
  parts: ComposerParts & { memory: Pick<Memory, 'recall' | 'sumUp'> },
): Composer & AsyncDisposable {
  const { languageModel, settings, newMarker, logger } = parts;
  const number = createPassageNumbering();
  const textOf = createPassageTexts();
  const recaps = createRecaps({ ...parts, timeoutMs: settings.questionTimeoutMs });
  return {
    async standalone(question, conversation, context) {
      const { meter, signal } = context;
      // A first turn has no context and needs no rewriting.
      const rewritten =
        conversation.turns.length === 0
          ? undefined
          : await rewriteQuestion(
              { question, conversation },
              { languageModel, timeoutMs: settings.questionTimeoutMs, newMarker, meter, logger, signal },
            );
      return rewritten === undefined
        ? standaloneQuery(question, conversation, context)
        : standaloneQuery(rewritten, NOTHING_BEFORE, context);
    },
    write: (task) => composeAnswer(task, { ...parts, number, textOf }),
    remembered: recaps.remembered,
    [Symbol.asyncDispose]: () => recaps[Symbol.asyncDispose](),
  };
}
