import { untilAborted } from '../../concurrency/deadline.ts';
import { asError } from '../../errors.ts';
import type { Logger } from '../../ports/logger.ts';
import { continuesEarlier } from '../../question/continuation.ts';
import type { Question } from '../answer.ts';
import { type Conversation, NO_CONVERSATION, type Turn } from '../conversation.ts';
import { isSharedConversation } from './conversation-key.ts';
import { contentWords } from './follow-up.ts';
import { conversationOfTurns, type Memory } from './memory.ts';

/** Access to the conversation of a question, which tolerates a failing memory. */
export interface MemoryAccess {
  /** The conversation that the question may continue. */
  recall(question: Question, signal: AbortSignal): Promise<Conversation>;
  /** @param turn.recalled What `recall` gave. */
  remember(
    question: Question,
    turn: Omit<Turn, 'question'> & { language: string | null; recalled: Conversation },
    signal: AbortSignal,
  ): Promise<void>;
}

/** Failures of the memory are logged and ignored: an answer needs the documents, not the earlier turns. */
export function createMemoryAccess({ memory, logger }: { memory: Memory; logger: Logger }): MemoryAccess {
  async function orElse<T, F>(fallback: F, work: Promise<T>, signal: AbortSignal): Promise<T | F> {
    try {
      return await untilAborted(work, signal);
    } catch (error) {
      signal.throwIfAborted();
      logger.warn('The conversation memory failed; answering without it', { error: asError(error) });
      return fallback;
    }
  }

  return {
    async recall(question, signal) {
      if (question.earlier) return conversationOfTurns(question.earlier);
      return mayContinue(question)
        ? orElse(NO_CONVERSATION, memory.recall(question), signal)
        : NO_CONVERSATION;
    },

    async remember(question, { language, recalled, ...answered }, signal) {
      if (question.earlier) return;
      const turn = { question: question.text, ...answered };
      const words = (text: string) => contentWords(text, language);
      const remembered = memory.remember(question, turn, words, recalled);
      await orElse(undefined, remembered, signal);
    },
  };
}

/**
 * Within a conversation every question may continue the previous one, whether its words show it or not. Where all
 * callers without a name share one, only a question that shows it does.
 */
function mayContinue(question: Question): boolean {
  return !isSharedConversation(question) || continuesEarlier(question.text);
}
