/**
 * API keys and the audit log. Every write is durable (fsynced) when its promise resolves, and every method is one
 * atomic step. Times are milliseconds since the epoch.
 */
export interface AccessStore {
  /** Adds a key unless its name is taken or there are `keysMax` keys. */
  addKey(key: ApiKey, options: { keysMax: number; audit: AuditEntry }): Promise<'added' | 'taken' | 'full'>;
  /** The key whose SHA-256 this is, expired or not. */
  keyWithDigest(digest: string): Promise<ApiKey | undefined>;
  /** The newest first. */
  keys(): Promise<ApiKey[]>;
  /** @returns Whether there was one. */
  deleteKey(name: string, audit: AuditEntry): Promise<boolean>;
  /** A power cut may lose it. */
  keyUsed(keyId: string, now: number): Promise<void>;
  addAudit(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  audit(page: { limit: number; before?: number }): Promise<AuditPage>;
  /** Deletes the entries from before this time. */
  forgetAudit(before: number): Promise<void>;
}

export const SCOPES = ['ask', 'ingest', 'review', 'operate', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** A key that an operator gave to somebody. The key itself is not stored. */
export interface ApiKey {
  readonly keyId: string;
  /** SHA-256 of the key, lower-case hex. */
  readonly digest: string;
  /** Unique; who uses the key. */
  readonly name: string;
  /** The first characters of the key, to recognise it. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  /** Sorted, distinct. Its holder sees only documents with one of them; null: all documents. */
  readonly tags: readonly string[] | null;
  /** Null: no limit of its own. */
  readonly requestsPerMinute: number | null;
  readonly answersPerDay: number | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** May lag behind by a minute. */
  readonly lastUsedAt: number | null;
}

export const AUDIT_ACTIONS = [
  'document.deleted',
  'answer.approved',
  'answer.rejected',
  'decision.undone',
  'key.created',
  'key.revoked',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditEntry {
  readonly at: number;
  /** Name of a key, `API_KEY`, or `anonymous` where no key is needed. */
  readonly actor: string;
  readonly action: AuditAction;
  /** Id of the document, the review entry or the key. */
  readonly subject: string;
  /** Its title, question or name. */
  readonly title: string;
  readonly correlationId: string;
}

export interface AuditRecord extends AuditEntry {
  /** Grows with every entry and never changes: the order of the list. */
  readonly sequence: number;
}

export interface AuditPage {
  readonly entries: readonly AuditRecord[];
  /** Pass as `before` for the next page; undefined at the end. */
  readonly nextBefore: number | undefined;
  /** Over all pages. */
  readonly total: number;
}
