import { createKeyedMutex } from '../../concurrency/mutex.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Logger } from '../../ports/logger.ts';
import { type Conversation, NO_CONVERSATION, type Turn } from '../conversation.ts';
import type { ConversationKey } from './conversation-key.ts';

/** Turns kept verbatim; of older ones only the content words stay, in the summary. */
const TURNS_MAX = 8;
/** In UTF-16 units. */
const QUESTION_MAX = 2_000;
const ANSWER_MAX = 2_000;
const SUMMARY_WORDS_MAX = 40;
const WORD_MAX = 60;
const PAGE_KEYS = 200;
/** Each fails only when another process wrote meanwhile. */
const WRITE_ATTEMPTS_MAX = 10;

/** The last turns of each conversation of each user, kept for `ttlMs` (milliseconds) after the last one. */
export interface Memory {
  /** Empty for a new conversation, and when the stored one cannot be read. */
  recall(key: ConversationKey): Promise<Conversation>;
  /**
   * Adds a turn, unless the conversation is forgotten meanwhile. Concurrent calls for one conversation run one after the
   * other; those of other processes lose no turn.
   *
   * @param contentWords Returns the words to keep of a turn that is dropped for room.
   * @param recalled The conversation as `recall` gave it, which spares a look at it.
   * @returns The conversation with that turn, or without any when it was forgotten.
   */
  remember(
    key: ConversationKey,
    turn: Turn,
    contentWords: (question: string) => string[],
    recalled?: Conversation,
  ): Promise<Conversation>;
  /**
   * Forgets one conversation, or all of the user's.
   *
   * @returns How many were forgotten.
   * @throws The signal's reason when it aborts; some of them may be forgotten then.
   */
  forget(userId: string, conversationId?: string, options?: { signal: AbortSignal }): Promise<number>;
}

/** The same memory for questions that nobody asked: nothing is added. */
export function readOnly(memory: Memory): Memory {
  return {
    ...memory,
    remember: (_key, _turn, _words, recalled = NO_CONVERSATION) => Promise.resolve(recalled),
  };
}

export function createMemory(parts: { store: KeyValueStore; ttlMs: number; logger: Logger }): Memory {
  const { store, ttlMs, logger } = parts;
  const conversations = createKeyedMutex();
  /** What the store had of a recalled conversation, so that a turn of it is written without another look. */
  const storedOf = new WeakMap<Conversation, string | undefined>();

  function conversationIn(stored: string | undefined): Conversation {
    if (stored === undefined) return NO_CONVERSATION;
    const conversation = parseConversation(stored);
    if (!conversation)
      logger.warn('A conversation could not be read and starts again', { characters: stored.length });
    return conversation ?? NO_CONVERSATION;
  }

  /** Adds a turn, again from the start where another process wrote first. */
  async function add(
    storeKey: string,
    recalled: Conversation | undefined,
    withTurn: (conversation: Conversation) => Conversation,
  ): Promise<Conversation> {
    for (let attempt = 0; attempt < WRITE_ATTEMPTS_MAX; attempt++) {
      const isRecalled = attempt === 0 && recalled !== undefined && storedOf.has(recalled);
      const stored = isRecalled ? storedOf.get(recalled) : await store.get(storeKey);
      // It was forgotten after it had been read.
      if (attempt > 0 && stored === undefined) return NO_CONVERSATION;
      const next = withTurn(conversationIn(stored));
      if (await store.compareAndSet(storeKey, stored, JSON.stringify(next), { ttlMs })) return next;
    }
    throw new Error(
      `Cannot remember a turn as other processes changed the conversation ${WRITE_ATTEMPTS_MAX} times`,
    );
  }

  return {
    async recall(key) {
      const stored = await store.get(keyOf(key));
      const conversation = { ...conversationIn(stored) };
      storedOf.set(conversation, stored);
      return conversation;
    },

    remember: (key, turn, contentWords, recalled) =>
      conversations.run(keyOf(key), () =>
        add(keyOf(key), recalled, (conversation) => withTurn(conversation, turn, contentWords)),
      ),

    async forget(userId, conversationId, options) {
      if (conversationId !== undefined) {
        const key = keyOf({ userId, conversationId });
        return (await conversations.run(key, () => store.delete(key))) ? 1 : 0;
      }
      const prefix = prefixOf(userId);
      let forgotten = 0;
      let after: string | undefined;
      do {
        options?.signal.throwIfAborted();
        const page = await store.list(prefix, { limit: PAGE_KEYS, ...(after !== undefined && { after }) });
        for (const { key } of page.entries) {
          if (await conversations.run(key, () => store.delete(key))) forgotten++;
        }
        after = page.next;
      } while (after !== undefined);
      return forgotten;
    },
  };
}

/** A conversation of turns that were not remembered here, within the same bounds. Oldest first. */
export function conversationOfTurns(turns: readonly Turn[]): Conversation {
  return turns.slice(-TURNS_MAX).reduce((before, turn) => withTurn(before, turn, () => []), NO_CONVERSATION);
}

/** Ids are prefixed with their lengths, so that no id, whatever its characters, can match another user's keys. */
function prefixOf(userId: string): string {
  return `memory/${userId.length}:${userId}/`;
}

function keyOf({ userId, conversationId }: ConversationKey): string {
  return `${prefixOf(userId)}${conversationId.length}:${conversationId}`;
}

function withTurn(
  { turns, summary }: Conversation,
  { question, answer, gist, refused }: Turn,
  contentWords: (question: string) => string[],
): Conversation {
  const added: Turn = {
    question: question.slice(0, QUESTION_MAX),
    answer: answer.slice(0, ANSWER_MAX),
    ...(gist !== undefined && { gist: gist.slice(0, ANSWER_MAX) }),
    ...(refused && { refused }),
  };
  const all = [...turns, added];
  const dropped = all
    .slice(0, -TURNS_MAX)
    .flatMap((turn) => (turn.refused ? [] : contentWords(turn.question)));
  // A repeated word moves to the end, where it is dropped last.
  const words = new Set<string>();
  for (const word of [...summary, ...dropped]) {
    words.delete(word);
    words.add(word.slice(0, WORD_MAX));
  }
  return { turns: all.slice(-TURNS_MAX), summary: [...words].slice(-SUMMARY_WORDS_MAX) };
}

function parseConversation(stored: string): Conversation | undefined {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { turns, summary } = value as Record<string, unknown>;
  if (!Array.isArray(turns) || !turns.every(isTurn)) return undefined;
  if (!Array.isArray(summary) || !summary.every((word) => typeof word === 'string')) return undefined;
  return { turns: turns.slice(-TURNS_MAX), summary: summary.slice(-SUMMARY_WORDS_MAX) };
}

function isTurn(value: unknown): value is Turn {
  if (typeof value !== 'object' || value === null) return false;
  const { question, answer, gist = '', refused = true } = value as Record<string, unknown>;
  return [question, answer, gist].every((text) => typeof text === 'string') && refused === true;
}
