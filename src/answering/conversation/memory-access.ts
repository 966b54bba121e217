import type { Logger } from '../../ports/logger.ts';
import { untilAborted } from '../../until-aborted.ts';
import type { Question } from '../answer.ts';
import { contentWords } from './follow-up.ts';
import type { Conversation, Memory } from './memory.ts';

/** Access to the conversation of a question, which tolerates a failing memory. */
export interface MemoryAccess {
  recall(question: Question, signal: AbortSignal): Promise<Conversation>;
  remember(
    question: Question,
    turn: { answer: string; language: string | null; refused?: true },
    signal: AbortSignal,
  ): Promise<void>;
}

/** Failures of the memory are logged and ignored: an answer needs the documents, not the earlier turns. */
export function createMemoryAccess({ memory, logger }: { memory: Memory; logger: Logger }): MemoryAccess {
  async function orElse<T>(fallback: T, work: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await untilAborted(work, signal);
    } catch (error) {
      signal.throwIfAborted();
      logger.warn('The conversation memory failed; answering without it', {
        error: error instanceof Error ? error : String(error),
      });
      return fallback;
    }
  }

  return {
    recall: (question, signal) => orElse({ turns: [], summary: [] }, memory.recall(question), signal),

    remember(question, { language, ...answered }, signal) {
      const turn = { question: question.text, ...answered };
      const remembered = memory.remember(question, turn, (text) => contentWords(text, language));
      return orElse(undefined, remembered, signal);
    },
  };
}
