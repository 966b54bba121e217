import type { LanguageModel } from '../ports/language-model.ts';
import type { Logger } from '../ports/logger.ts';
import { completeIfPossible, createUsageMeter, objectIn } from './model/completion.ts';
import { suggestionInstructions } from './model/instructions.ts';
import type { PromptPassage } from './model/passage-text.ts';
import { suggestionPrompt } from './model/prompt.ts';

const COMPLETION_TOKENS_MAX = 300;
const LIMIT_MS = 15_000;
/** In UTF-16 units. */
const QUESTION_MAX = 150;

/**
 * Writes questions that passages may answer, by one call of the language model. Its output is untrusted.
 *
 * @param options.after The last question, to be continued from.
 * @returns None when the model failed, took too long or wrote nothing of use.
 * @throws The signal's reason.
 */
export type WriteQuestions = (
  passages: readonly PromptPassage[],
  options: { after: string | undefined; count: number; signal: AbortSignal },
) => Promise<readonly string[]>;

export function createQuestionWriter(parts: {
  languageModel: LanguageModel;
  newMarker: () => string;
  logger: Logger;
}): WriteQuestions {
  const { languageModel, newMarker, logger } = parts;
  return async (passages, { after, count, signal }) => {
    if (passages.length === 0) return [];
    const marker = newMarker();
    const budget = { contextTokens: languageModel.contextTokens, completionTokens: COMPLETION_TOKENS_MAX };
    const system = suggestionInstructions(marker, count);
    const prompt = suggestionPrompt(system, { passages, question: after }, { marker, budget });
    const text = await completeIfPossible(languageModel, prompt, {
      completionTokensMax: COMPLETION_TOKENS_MAX,
      limitMs: LIMIT_MS,
      isUseless: (begun) => !begun.includes('{') && begun.trim().includes('\n'),
      without: 'The language model could not suggest questions; headings are suggested',
      ...{ signal, logger, meter: createUsageMeter() },
    });
    const questions = text === undefined ? [] : objectIn(text)?.questions;
    if (!Array.isArray(questions)) return [];
    return questions
      .slice(0, count)
      .filter((question) => typeof question === 'string')
      .map((question) =>
        question
          .toWellFormed()
          .replaceAll(/[\p{Cc}\s]+/gu, ' ')
          .trim(),
      )
      .filter((question) => question !== '' && question.length <= QUESTION_MAX);
  };
}
