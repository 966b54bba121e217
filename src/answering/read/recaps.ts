import { asError } from '../../errors.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Conversation } from '../conversation.ts';
import { completeShort, createUsageMeter, limitedSignal } from '../model/completion.ts';
import { recapInstructions } from '../model/instructions.ts';
import { recapPrompt } from '../model/prompt.ts';
import { type ConversationKey, isSharedConversation } from './conversation-key.ts';
import type { Memory } from './memory.ts';

/** Turns missing from the recap that trigger a new one: a prompt shows the last four turns. */
const TURNS_DUE = 4;
const COMPLETION_TOKENS_MAX = 300;
const UNDERWAY_MAX = 2;
/** Maximum conversations waiting for a recap; any other waits for its own next turn. */
const WAITING_MAX = 100;

/** Keeps the rolling summaries of conversations, in the background: no request waits for one. */
export interface Recaps extends AsyncDisposable {
  /** A turn was added. @param conversation With that turn. */
  remembered(key: ConversationKey, conversation: Conversation): void;
}

/** @param parts.timeoutMs Milliseconds that one summary may take. */
export function createRecaps(parts: {
  memory: Pick<Memory, 'recall' | 'sumUp'>;
  languageModel: LanguageModel;
  newMarker: () => string;
  timeoutMs: number;
  logger: Logger;
}): Recaps {
  const { memory, languageModel, newMarker, timeoutMs, logger } = parts;
  const closing = new AbortController();
  const underway = new Set<Promise<void>>();
  const waiting = new Map<string, ConversationKey>();

  async function sumUp(key: ConversationKey): Promise<void> {
    // It may have waited while turns were added, or forgotten.
    const conversation = await memory.recall(key);
    if (!isDue(conversation)) return;
    const marker = newMarker();
    const budget = { contextTokens: languageModel.contextTokens, completionTokens: COMPLETION_TOKENS_MAX };
    const prompt = recapPrompt(recapInstructions(marker), conversation, { marker, budget });
    using limited = limitedSignal(closing.signal, timeoutMs);
    const text = await completeShort(languageModel, prompt, {
      completionTokensMax: COMPLETION_TOKENS_MAX,
      signal: limited.signal,
      meter: createUsageMeter(),
    });
    if (text !== undefined)
      await memory.sumUp(key, text.replace(/\s+/gu, ' ').trim(), conversation.turns.at(-1)!);
  }

  function next(): void {
    const [first] = waiting;
    if (!first || underway.size >= UNDERWAY_MAX || closing.signal.aborted) return;
    const [name, key] = first;
    waiting.delete(name);
    const work = sumUp(key)
      .catch((error: unknown) => {
        // The words of earlier turns are kept by rule anyway; they stand in until the next turn.
        if (closing.signal.aborted) return;
        logger.warn('A conversation could not be summarised', { error: asError(error) });
      })
      .finally(() => {
        underway.delete(work);
        next();
      });
    underway.add(work);
  }

  return {
    remembered({ userId, conversationId }, conversation) {
      // Its turns are of unrelated people, so a summary helps none of them.
      if (isSharedConversation({ userId, conversationId })) return;
      if (!isDue(conversation) || waiting.size >= WAITING_MAX) return;
      waiting.set(JSON.stringify([userId, conversationId]), { userId, conversationId });
      next();
    },
    async [Symbol.asyncDispose]() {
      waiting.clear();
      closing.abort(new Error('Closing'));
      await Promise.all(underway);
    },
  };
}

function isDue({ turns, recap }: Conversation): boolean {
  return (recap?.turnsSince ?? turns.length) >= TURNS_DUE;
}
