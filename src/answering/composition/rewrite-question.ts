import type { LanguageModel } from '../../ports/language-model.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Conversation } from '../conversation/memory.ts';
import { completeShort, isModelFailure, limitedSignal, type UsageMeter } from './completion.ts';
import { rewritingInstructions } from './instructions.ts';
import { rewritingPrompt } from './prompt.ts';

/** Of the question's time: what is searched for without it is good enough not to wait longer. */
const TIME_SHARE_MAX = 0.2;
const COMPLETION_TOKENS_MAX = 300;
/** In UTF-16 units, as of any question. */
const QUESTION_MAX = 2_000;

/**
 * The question as the model makes it stand alone. What it writes is as untrusted as what it read: one line of bounded
 * length, used to search and to ask again, never as an instruction.
 *
 * @returns undefined when the model failed, declined, took too long or wrote no question: the rules do then.
 * @throws The signal's reason.
 */
export async function rewriteQuestion(
  { question, conversation }: { question: string; conversation: Conversation },
  options: {
    languageModel: LanguageModel;
    /** Time for the whole question. */
    timeoutMs: number;
    newMarker: () => string;
    meter: UsageMeter;
    logger: Logger;
    signal: AbortSignal;
  },
): Promise<string | undefined> {
  const { languageModel, timeoutMs, newMarker, meter, logger, signal } = options;
  const marker = newMarker();
  const budget = { contextTokens: languageModel.contextTokens, completionTokens: COMPLETION_TOKENS_MAX };
  const parts = { question, conversation };
  const prompt = rewritingPrompt(rewritingInstructions(marker), parts, { marker, budget });
  using limited = limitedSignal(signal, timeoutMs * TIME_SHARE_MAX);
  try {
    const text = await completeShort(languageModel, prompt, {
      completionTokensMax: COMPLETION_TOKENS_MAX,
      signal: limited.signal,
      meter,
    });
    return text === undefined ? undefined : questionIn(text);
  } catch (error) {
    signal.throwIfAborted();
    if (!isModelFailure(error)) throw error;
    logger.warn('The language model could not rewrite a follow-up; the rules do', {
      model: languageModel.id,
    });
    return undefined;
  }
}

/** The line that a model wrote, without what it put around it; undefined when that is no question to search for. */
function questionIn(text: string): string | undefined {
  const lines = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]/gu, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.includes('⟦'));
  if (lines.length !== 1) return undefined;
  const line = lines[0]!.replace(/^["'“”«»„`]+|["'“”«»`]+$/gu, '').trim();
  return line.length > QUESTION_MAX || !/[\p{L}\p{N}]/u.test(line) ? undefined : line;
}
