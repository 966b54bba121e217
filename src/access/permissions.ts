import { type ApiKey, SCOPES, type Scope } from '../ports/access-store.ts';

/** Who sends a request. */
export interface Caller {
  /** The valid key that came with it; null without one. */
  readonly key: ApiKey | 'API_KEY' | null;
  /** In the audit log. */
  readonly name: string;
  /** The caller sees only documents with one of these tags; null: all documents. */
  readonly tags: readonly string[] | null;
}

export const OPERATOR: Caller = { key: 'API_KEY', name: 'API_KEY', tags: null };
export const ANONYMOUS: Caller = { key: null, name: 'anonymous', tags: null };

export function holderOf(key: ApiKey): Caller {
  return { key, name: key.name, tags: key.tags };
}

interface Rule {
  /** A named key needs one of them, or `admin`. */
  readonly scopes: readonly Scope[];
  /** When a key is needed at all. */
  readonly when: 'always' | 'never' | 'requireAuthForIngest' | 'requireAuthForChat' | 'either';
  /** A key that sees only some documents is not enough. */
  readonly isOnAllDocuments?: true;
}

/** What an operation asks of its caller. */
const RULES = {
  /** Ratings, and what decides for each part of itself. */
  open: { scopes: SCOPES, when: 'never' },
  /** Ask and search. */
  ask: { scopes: ['ask'], when: 'requireAuthForChat' },
  /** Copies of conversations, with passages of any documents. */
  share: { scopes: ['ask'], when: 'either', isOnAllDocuments: true },
  /** Read documents, which whoever works with them or their answers does. */
  read: { scopes: SCOPES, when: 'either' },
  /** Totals over all documents. */
  overview: { scopes: SCOPES, when: 'either', isOnAllDocuments: true },
  /** Add documents. */
  add: { scopes: ['ingest'], when: 'requireAuthForIngest' },
  /** Replace, change and delete documents. */
  manage: { scopes: ['ingest'], when: 'always' },
  /** Have documents follow a place, with any tags. */
  follow: { scopes: ['ingest'], when: 'always', isOnAllDocuments: true },
  /** Review answers. */
  review: { scopes: ['review'], when: 'always' },
  /** See why a question got its answer. */
  explain: { scopes: ['review', 'operate'], when: 'always' },
  /** See ratings, which anybody may have given. */
  ratings: { scopes: ['review', 'operate'], when: 'always', isOnAllDocuments: true },
  /** See quality, metrics and settings, and rebuild the index. */
  operate: { scopes: ['operate'], when: 'always', isOnAllDocuments: true },
  /** Manage keys, and see the audit log. */
  admin: { scopes: ['admin'], when: 'always', isOnAllDocuments: true },
} as const satisfies Record<string, Rule>;

export type KeyRule = keyof typeof RULES;
export const KEY_RULES = Object.keys(RULES) as KeyRule[];

/** A subset of `Config`. */
export interface AccessSettings {
  /** Empty: nobody needs a key. */
  readonly apiKey: string;
  readonly requireAuthForIngest: boolean;
  readonly requireAuthForChat: boolean;
}

/** Whether a key is always needed where this rule holds and `API_KEY` is set. */
export function isKeyAlwaysNeeded(rule: KeyRule): boolean {
  return RULES[rule].when === 'always';
}

export function scopesOf(rule: KeyRule): readonly Scope[] {
  return RULES[rule].scopes;
}

/** Whether the caller may do what has this rule. */
export function mayUse({ key, tags }: Caller, rule: KeyRule, settings: AccessSettings): boolean {
  if (settings.apiKey === '' || key === 'API_KEY') return true;
  const { scopes, when, isOnAllDocuments }: Rule = RULES[rule];
  if (key === null) {
    const { requireAuthForIngest, requireAuthForChat } = settings;
    const either = requireAuthForIngest || requireAuthForChat;
    return !{ always: true, never: false, requireAuthForIngest, requireAuthForChat, either }[when];
  }
  const isInScope = key.scopes.some((scope) => scope === 'admin' || scopes.includes(scope));
  return isInScope && (tags === null || !isOnAllDocuments);
}
