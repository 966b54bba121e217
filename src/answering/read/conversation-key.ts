/** Identifies a conversation in the memory. */
export interface ConversationKey {
  /** Owner of the conversation; holds a `/` where callers without a name are distinguished by their address. */
  readonly userId: string;
  readonly conversationId: string;
}

export const ANONYMOUS_USER = 'anonymous';

/** How callers without a name are distinguished: not at all, or by their address and by ids that cannot be guessed. */
export const ANONYMOUS_MEMORIES = ['separate', 'shared'] as const;

/** Who asks to continue, or to forget, a conversation. */
export interface ConversationCaller {
  /** As named by the caller; `anonymous` counts as no name. */
  readonly userId: string | undefined;
  /** Id of the caller's key, if it sees only some documents: others must not continue what it was told. */
  readonly keyId?: string | undefined;
  /** Address of the client. */
  readonly client: string;
  readonly anonymousMemory: (typeof ANONYMOUS_MEMORIES)[number];
}

/**
 * The conversation that a question continues. A caller who names neither user nor conversation begins a new one, whose
 * id cannot be guessed; whoever sends that id continues it.
 *
 * @param newUuid Returns a random UUID of version 4, which has 122 random bits.
 */
export function conversationOf(
  caller: ConversationCaller,
  conversationId: string | undefined,
  newUuid: () => string,
): ConversationKey {
  const id = conversationId ?? (isSeparate(caller) ? `anonymous-${newUuid()}` : DEFAULT_CONVERSATION);
  return { userId: ownerOf(caller, id), conversationId: id };
}

/**
 * The user under whom the conversation is remembered. Ids that strangers may invent alike, such as `1`, continue only
 * conversations of the same user, or without a user of the same address.
 *
 * @param conversationId If absent, all of the caller's are meant.
 */
export function ownerOf(caller: ConversationCaller, conversationId: string | undefined): string {
  const isGenerated = conversationId !== undefined && GENERATED_ID.test(conversationId);
  const isAnyClient = isGenerated || !isSeparate(caller);
  const name = isGenerated ? ANONYMOUS_USER : (caller.userId ?? ANONYMOUS_USER);
  // No name of a user has a slash.
  const owner = isAnyClient ? name : `${name}/${caller.client}`;
  return caller.keyId === undefined ? owner : `key/${caller.keyId}/${owner}`;
}

/** Whether all callers without a name share the conversation, so that an earlier question is most likely not their own. */
export function isSharedConversation({ userId, conversationId }: ConversationKey): boolean {
  return userId === ANONYMOUS_USER && conversationId === DEFAULT_CONVERSATION;
}

const DEFAULT_CONVERSATION = 'default';
const GENERATED_ID = /^anonymous-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function isSeparate({ userId = ANONYMOUS_USER, anonymousMemory }: ConversationCaller): boolean {
  return userId === ANONYMOUS_USER && anonymousMemory === 'separate';
}
