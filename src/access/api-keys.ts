import { createHash } from 'node:crypto';
import { asError, RefusedError } from '../errors.ts';
import { createCache } from '../kernel/cache.ts';
import type { AccessStore, ApiKey, AuditAction, AuditEntry } from '../ports/access-store.ts';
import type { Logger } from '../ports/logger.ts';

/** Begins every key, so that a leaked one can be recognised, and a revoked one is not mistaken for a missing one. */
export const KEY_PREFIX = 'docent_';
/** 256 random bits: no dictionary helps to find the key of a digest, so a fast hash is enough. */
const RANDOM_BYTES = 32;
/** Characters of a key that are stored to recognise it; 36 bits of it stay known to nobody but its holder. */
const SHOWN_LENGTH = KEY_PREFIX.length + 6;
const KEYS_MAX = 1_000;
/** How long other processes may accept a key after it was revoked. */
const CACHE_MS = 5_000;
/** The time of last use is written at most so often. */
const USE_EVERY_MS = 60_000;

export type NewKey = Pick<
  ApiKey,
  'name' | 'scopes' | 'tags' | 'requestsPerMinute' | 'answersPerDay' | 'expiresAt'
>;

/** Who changes something, and in which request. */
export interface Actor {
  readonly name: string;
  readonly correlationId: string;
}

export type ApiKeys = ReturnType<typeof createApiKeys>;

/** Keys that operators give to people and programs, beside the one of `API_KEY`. */
export function createApiKeys(parts: {
  store: Pick<AccessStore, 'addKey' | 'keys' | 'deleteKey' | 'keyWithDigest' | 'keyUsed'>;
  newId: () => string;
  randomBytes: (length: number) => Buffer;
  logger: Logger;
  now: () => number;
}) {
  const { store, newId, randomBytes, logger, now } = parts;
  const cache = createCache<string, { readonly key: ApiKey; readonly until: number }>({ sizeMax: KEYS_MAX });
  const usedAt = createCache<string, number>({ sizeMax: KEYS_MAX });

  async function stored(digest: string): Promise<ApiKey | undefined> {
    const cached = cache.get(digest);
    if (cached && cached.until > now()) return cached.key;
    const key = await store.keyWithDigest(digest);
    if (key) cache.set(digest, { key, until: now() + CACHE_MS });
    else cache.delete(digest);
    return key;
  }

  function noteUse({ keyId, lastUsedAt }: ApiKey): void {
    const last = Math.max(usedAt.get(keyId) ?? 0, lastUsedAt ?? 0);
    if (now() - last < USE_EVERY_MS) return;
    usedAt.set(keyId, now());
    store.keyUsed(keyId, now()).catch((error) => {
      logger.warn('Cannot store when a key was last used', { error: asError(error) });
    });
  }

  const entry = (action: AuditAction, name: string, prefix: string, by: Actor): AuditEntry => ({
    ...{ at: now(), actor: by.name, action, subject: name, title: prefix, correlationId: by.correlationId },
  });

  return {
    /**
     * @returns The key itself, which nobody can read again.
     * @throws {RefusedError} `key_name_taken`, `too_many_keys`
     */
    async create(given: NewKey, by: Actor): Promise<{ secret: string; key: ApiKey }> {
      const secret = KEY_PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
      const prefix = secret.slice(0, SHOWN_LENGTH);
      const tags = given.tags && [...new Set(given.tags)].sort();
      const key: ApiKey = {
        ...{ ...given, tags, prefix, keyId: newId(), digest: digestOf(secret) },
        ...{ createdAt: now(), lastUsedAt: null },
      };
      const audit = entry('key.created', key.name, prefix, by);
      const outcome = await store.addKey(key, { keysMax: KEYS_MAX, audit });
      if (outcome === 'taken') throw new RefusedError({ code: 'key_name_taken', name: key.name });
      if (outcome === 'full') throw new RefusedError({ code: 'too_many_keys', limit: KEYS_MAX });
      return { secret, key };
    },

    /** The newest first, at most 1,000. */
    list: () => store.keys(),

    /** Other processes follow within seconds. @throws {RefusedError} `key_not_found` */
    async revoke(name: string, by: Actor): Promise<void> {
      const key = (await store.keys()).find((each) => each.name === name);
      const isGone = key && (await store.deleteKey(name, entry('key.revoked', name, key.prefix, by)));
      if (!isGone) throw new RefusedError({ code: 'key_not_found', name });
      cache.delete(key.digest);
    },

    /** undefined when it is unknown, revoked or expired. */
    async find(secret: string): Promise<ApiKey | undefined> {
      if (!secret.startsWith(KEY_PREFIX)) return undefined;
      const key = await stored(digestOf(secret));
      if (!key || (key.expiresAt !== null && key.expiresAt <= now())) return undefined;
      noteUse(key);
      return key;
    },
  };
}

/** The store finds a key by it: what a comparison takes says something about the digest alone. */
function digestOf(secret: string): string {
  return createHash('sha256').update(secret, 'latin1').digest('hex');
}
