import { RefusedError } from '../errors.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';

const DAY_MS = 86_400_000;

/** A copy of a conversation that whoever has its id may read, until it expires. Times are milliseconds since the epoch. */
export interface SharedConversation<Copy> {
  readonly shareId: string;
  readonly copy: Copy;
  readonly sharedAt: number;
  readonly expiresAt: number;
}

/**
 * Copies of conversations, as their owners sent them; nothing in them is what Docent has said for certain.
 *
 * @template Copy Plain JSON.
 */
export interface SharedConversations<Copy> {
  /**
   * Stores a copy under a new id that cannot be guessed.
   *
   * @param owner Who may delete it; nobody when undefined.
   * @throws {RefusedError} `sharing_disabled`.
   */
  share(copy: Copy, owner: string | undefined): Promise<SharedConversation<Copy>>;
  /** @throws {RefusedError} `shared_conversation_not_found`. */
  find(shareId: string): Promise<SharedConversation<Copy>>;
  /** @throws {RefusedError} `shared_conversation_not_found`, even when it is another owner's. */
  remove(shareId: string, owner: string | undefined): Promise<void>;
}

/**
 * @param parts.days How long a copy is stored; 0: none is made.
 * @param parts.newUuid Returns a random UUID of version 4.
 */
export function createSharedConversations<Copy>(parts: {
  store: Pick<KeyValueStore, 'get' | 'set' | 'delete'>;
  days: number;
  now: () => number;
  newUuid: () => string;
}): SharedConversations<Copy> {
  const { store, days, now, newUuid } = parts;

  async function stored(shareId: string): Promise<Stored<Copy>> {
    const text = await store.get(keyOf(shareId));
    if (text === undefined) throw notFound(shareId);
    return JSON.parse(text) as Stored<Copy>;
  }

  return {
    async share(copy, owner) {
      if (days === 0) throw new RefusedError({ code: 'sharing_disabled' });
      const shareId = newUuid();
      const sharedAt = now();
      const shared = { copy, sharedAt, expiresAt: sharedAt + days * DAY_MS };
      await store.set(keyOf(shareId), JSON.stringify({ ...shared, owner }), { ttlMs: days * DAY_MS });
      return { shareId, ...shared };
    },

    async find(shareId) {
      const { owner: _, ...shared } = await stored(shareId);
      return { shareId, ...shared };
    },

    async remove(shareId, owner) {
      const { owner: own } = await stored(shareId);
      if (own === undefined || own !== owner) throw notFound(shareId);
      await store.delete(keyOf(shareId));
    },
  };
}

type Stored<Copy> = Omit<SharedConversation<Copy>, 'shareId'> & { readonly owner?: string };

function keyOf(shareId: string): string {
  return `shared/${shareId}`;
}

function notFound(shareId: string): RefusedError {
  return new RefusedError({ code: 'shared_conversation_not_found', shareId });
}
