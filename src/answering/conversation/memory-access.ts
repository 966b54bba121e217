import type { Logger } from '../../ports/logger.ts';
import type { Question } from '../answer.ts';
import { untilAborted } from '../until-aborted.ts';
import { contentWords } from './follow-up.ts';
import type { Conversation, Memory } from './memory.ts';

/** The conversation a question belongs to, as far as the memory lets it be known. */
export interface MemoryAccess {
  recall(question: Question, signal: AbortSignal): Promise<Conversation>;
  remember(
    question: Question,
    turn: { answer: string; language: string | null; refused?: true },
    signal: AbortSignal,
  ): Promise<void>;
}

/** A memory that fails is logged and done without: an answer needs the documents, not what was asked before. */
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
