import type { AnswerMeta, ChatMode, Source } from '../../api/types.ts';
import { createStoredStore } from '../../store.ts';

/** Newest are kept. */
const CONVERSATIONS_MAX = 50;
const TURNS_MAX = 100;
/** Browsers keep about five million units for a whole origin. */
const STORED_UNITS_MAX = 2_000_000;
const TITLE_UNITS_MAX = 120;

/** What the reader is told when no answer came. */
export interface Failure {
  readonly title: string;
  readonly detail: string;
  readonly correlationId: string | null;
  readonly retryAfterSeconds: number | null;
}

/** A question, and what came of it. */
export interface Turn {
  readonly id: string;
  readonly question: string;
  readonly state: 'asking' | 'answered' | 'stopped' | 'failed';
  readonly text: string;
  readonly sources: readonly Source[];
  /** Once it is answered. */
  readonly meta: AnswerMeta | null;
  readonly failure: Failure | null;
  readonly rating: 'up' | 'down' | null;
}

/** What the answers of a conversation may be taken from; empty lists are all documents. */
export interface Filter {
  readonly docs: readonly { readonly docId: string; readonly title: string }[];
  readonly tags: readonly string[];
}

export interface Conversation {
  readonly id: string;
  readonly title: string;
  readonly turns: readonly Turn[];
  /** Null: as the server is set. */
  readonly mode: ChatMode | null;
  readonly filter: Filter;
}

/** The conversations of this browser, the one that was asked in last first. */
export const conversations = createStoredStore<readonly Conversation[]>('docent.conversations', [], {
  storage: localStorage,
  read: (stored) => (Array.isArray(stored) ? stored.filter(isConversation) : undefined),
});

export function newConversation(): Conversation {
  return {
    id: crypto.getRandomValues(new Uint32Array(3)).join('-'),
    title: '',
    turns: [],
    mode: null,
    filter: { docs: [], tags: [] },
  };
}

/** Keeps the conversation as it is now, on top; the oldest make room. */
export function keepConversation(conversation: Conversation): void {
  const title = (conversation.turns[0]?.question ?? conversation.title).slice(0, TITLE_UNITS_MAX);
  const kept = { ...conversation, title, turns: conversation.turns.slice(-TURNS_MAX) };
  const others = conversations.get().filter(({ id }) => id !== conversation.id);
  conversations.set(withinBounds([kept, ...others]));
}

/** Changes one turn where it stands. */
export function changeTurn(conversationId: string, turnId: string, change: Partial<Turn>): void {
  conversations.set(
    conversations.get().map((conversation) =>
      conversation.id === conversationId
        ? {
            ...conversation,
            turns: conversation.turns.map((turn) => (turn.id === turnId ? { ...turn, ...change } : turn)),
          }
        : conversation,
    ),
  );
}

export function dropConversation(conversationId: string): void {
  conversations.set(conversations.get().filter(({ id }) => id !== conversationId));
}

export function conversationWith(id: string): Conversation | undefined {
  return conversations.get().find((conversation) => conversation.id === id);
}

function withinBounds(all: readonly Conversation[]): readonly Conversation[] {
  let units = 0;
  return all.slice(0, CONVERSATIONS_MAX).filter((conversation, i) => {
    units += JSON.stringify(conversation).length;
    return i === 0 || units <= STORED_UNITS_MAX;
  });
}

/** Whether an older page, or whoever wrote to the storage, left what can be drawn. */
function isConversation(value: unknown): value is Conversation {
  const { id, title, turns, filter } = (value ?? {}) as Partial<Conversation>;
  return (
    typeof id === 'string' &&
    typeof title === 'string' &&
    Array.isArray(filter?.docs) &&
    Array.isArray(filter.tags) &&
    Array.isArray(turns) &&
    turns.every(
      (turn: Partial<Turn>) =>
        typeof turn?.question === 'string' && typeof turn.text === 'string' && Array.isArray(turn.sources),
    )
  );
}
