import { RefusedError } from '../errors.ts';

/** Followers of all documents together; each is a client with an open connection. */
const FOLLOWERS_MAX = 1_000;

const RETRY_SECONDS = 30;

/** Tells those who follow a document, within this process, that its record has changed; what has, they look up. */
export interface DocumentChanges {
  /** To be called after each change of the document's record. */
  ring(docId: string): void;
  /** @throws {RefusedError} `too_many_followers`. */
  follow(docId: string): Follower;
}

/** To be disposed of by whoever follows. */
export interface Follower extends Disposable {
  /**
   * Resolves at the next change; at once when there was one since the last call.
   *
   * @throws The signal's reason when `signal` aborts.
   */
  changed(signal: AbortSignal): Promise<void>;
}

export function createDocumentChanges({ followersMax = FOLLOWERS_MAX } = {}): DocumentChanges {
  const rings = new Map<string, Set<() => void>>();
  let followers = 0;

  return {
    ring(docId) {
      for (const ring of rings.get(docId) ?? []) ring();
    },

    follow(docId) {
      if (followers >= followersMax) {
        throw new RefusedError({
          code: 'too_many_followers',
          limit: followersMax,
          retryAfterSeconds: RETRY_SECONDS,
        });
      }
      followers += 1;
      let next = Promise.withResolvers<void>();
      const ring = () => next.resolve();
      const ofDocument = rings.get(docId) ?? new Set();
      rings.set(docId, ofDocument.add(ring));

      return {
        async changed(signal) {
          signal.throwIfAborted();
          const left = Promise.withResolvers<never>();
          const leave = () => left.reject(signal.reason);
          signal.addEventListener('abort', leave, { once: true });
          try {
            await Promise.race([next.promise, left.promise]);
          } finally {
            signal.removeEventListener('abort', leave);
          }
          next = Promise.withResolvers();
        },
        [Symbol.dispose]() {
          if (!ofDocument.delete(ring)) return;
          followers -= 1;
          if (ofDocument.size === 0 && rings.get(docId) === ofDocument) rings.delete(docId);
        },
      };
    },
  };
}
