import type { LanguageModel } from '../../ports/language-model.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Conversation } from '../conversation/memory.ts';
import { completeShort, isModelFailure, limitedSignal, type UsageMeter } from './completion.ts';
import { rewritingInstructions } from './instructions.ts';
import { rewritingPrompt } from './prompt.ts';

/** Share of the question's time; the rules do well enough not to wait longer. */
const TIME_SHARE_MAX = 0.2;
const COMPLETION_TOKENS_MAX = 300;
/** In UTF-16 units, as for any question. */
const QUESTION_MAX = 2_000;

/**
 * The follow-up rewritten by the model to stand alone. Its output is as untrusted as its input: one line of bounded
 * length, used as a search query and as the question, never as an instruction.
 *
 * @returns undefined when the model failed, declined, took too long or wrote no question: the rules apply then.
 * @throws The signal's reason.
 */
export async function rewriteQuestion(
  { question, conversation }: { question: string; conversation: Conversation },
  options: {
    languageModel: LanguageModel;
    /** Time limit of the whole question. */
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
      // A weak model that answers or chats in more lines would take all of the time there is.
      isUseless: (begun) => linesOf(begun).length > 1,
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

/** The only line that the model wrote, without quotes; undefined when it is no usable question. */
function questionIn(text: string): string | undefined {
  const lines = linesOf(text);
  if (lines.length !== 1) return undefined;
  const line = lines[0]!.replace(/^["'“”«»„`]+|["'“”«»`]+$/gu, '').trim();
  return line.length > QUESTION_MAX || !/[\p{L}\p{N}]/u.test(line) ? undefined : line;
}

/** Without empty ones and delimiters. */
function linesOf(text: string): string[] {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]/gu, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.includes('⟦'));
}
