import { newId } from '../../api/new-id.ts';
import type { ApiProblem } from '../../api/problem.ts';
import type { AnswerMeta, ChatMode, FoundPassage, Source } from '../../api/types.ts';
import { createStoredStore } from '../../store.ts';

/** The newest are kept. */
const CONVERSATIONS_MAX = 50;
const TURNS_MAX = 100;
/** Of all conversations. Browsers keep about five million units for a whole origin. */
const STORED_UNITS_MAX = 2_000_000;
export const TITLE_UNITS_MAX = 120;

/** Shown when no answer came. */
export type Failure = Pick<ApiProblem, 'title' | 'detail' | 'correlationId' | 'retryAfterSeconds'>;

/** A question and its outcome. */
export interface Turn {
  readonly id: string;
  readonly question: string;
  readonly state: 'asking' | 'answered' | 'stopped' | 'failed';
  readonly text: string;
  readonly sources: readonly Source[];
  /** Absent for none. */
  readonly related?: readonly FoundPassage[];
  /** Set once it is answered. */
  readonly meta: AnswerMeta | null;
  readonly failure: Failure | null;
  /** When the documents of its passages last changed, by id; absent for unknown. */
  readonly changedAt?: Readonly<Record<string, string>>;
  readonly rating: 'up' | 'down' | null;
  /** Of that rating; absent for none. */
  readonly feedbackId?: string;
}

/** The documents that a conversation's answers may use; empty lists mean all. */
export interface Filter {
  readonly docs: readonly { readonly docId: string; readonly title: string }[];
  readonly tags: readonly string[];
}

/** All documents. */
export const EVERYWHERE: Filter = { docs: [], tags: [] };

export interface Conversation {
  readonly id: string;
  readonly title: string;
  readonly turns: readonly Turn[];
  /** How many turns made room for later ones; absent for none. */
  readonly turnsLeftOut?: number;
  /** Null: the server's default. */
  readonly mode: ChatMode | null;
  readonly filter: Filter;
  /** When it was last asked something, in milliseconds since the epoch; absent for one of an earlier version. */
  readonly at?: number;
  /** The link to a copy; absent for none. */
  readonly shared?: { readonly shareId: string; readonly expiresAt: string } | undefined;
}

/** This browser's conversations, the last used one first. */
export const conversations = createStoredStore<readonly Conversation[]>('docent.conversations', [], {
  storage: localStorage,
  read: (stored) => (Array.isArray(stored) ? stored.filter(isConversation) : undefined),
});

/** The one that begins with the next question: its documents and mode outlive a look at another page, and a reload. */
export const draft = createStoredStore<Conversation>('docent.draft', newConversation(), {
  storage: sessionStorage,
  // A tab may be the copy of another.
  read: (stored) => (isConversation(stored) ? { ...stored, id: newId() } : undefined),
});

export function newConversation(): Conversation {
  return { id: newId(), title: '', turns: [], mode: null, filter: EVERYWHERE };
}

/** Stores the conversation on top, as of now; the oldest make room, and so do its own oldest turns. */
export function keepConversation(conversation: Conversation): void {
  const { title, turns, turnsLeftOut = 0 } = conversation;
  const newest = newestOf(turns);
  const kept = {
    ...conversation,
    at: Date.now(),
    title: (title || (turns[0]?.question ?? '')).slice(0, TITLE_UNITS_MAX),
    turns: newest,
    turnsLeftOut: turnsLeftOut + turns.length - newest.length,
  };
  const others = conversations.get().filter(({ id }) => id !== conversation.id);
  conversations.set(withinBounds([kept, ...others]));
}

/** Changes a conversation where it stands in the list. */
export function changeConversation(
  id: string,
  change: (conversation: Conversation) => Partial<Conversation>,
): void {
  conversations.set(
    conversations
      .get()
      .map((conversation) =>
        conversation.id === id ? { ...conversation, ...change(conversation) } : conversation,
      ),
  );
}

/** Changes one turn in place. */
export function changeTurn(conversationId: string, turnId: string, change: Partial<Turn>): void {
  changeConversation(conversationId, ({ turns }) => ({
    turns: turns.map((turn) => (turn.id === turnId ? { ...turn, ...change } : turn)),
  }));
}

export function renameConversation(id: string, title: string): void {
  changeConversation(id, () => ({ title: title.slice(0, TITLE_UNITS_MAX) }));
}

export function dropConversation(conversationId: string): void {
  conversations.set(conversations.get().filter(({ id }) => id !== conversationId));
}

export function conversationWith(id: string): Conversation | undefined {
  return conversations.get().find((conversation) => conversation.id === id);
}

function newestOf(turns: readonly Turn[]): readonly Turn[] {
  let units = 0;
  const tooOld = turns.findLastIndex((turn, i) => {
    units += JSON.stringify(turn).length;
    return i < turns.length - 1 && (units > STORED_UNITS_MAX || i < turns.length - TURNS_MAX);
  });
  return turns.slice(tooOld + 1);
}

function withinBounds(all: readonly Conversation[]): readonly Conversation[] {
  let units = 0;
  return all.slice(0, CONVERSATIONS_MAX).filter((conversation, i) => {
    units += JSON.stringify(conversation).length;
    return i === 0 || units <= STORED_UNITS_MAX;
  });
}

/** Whether stored data, perhaps from an older page or another writer, can be rendered. */
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
