import { RefusedError } from '../errors.ts';
import { untilAborted } from '../until-aborted.ts';

/** Followers of single documents, all together; each is a client with an open connection. */
const FOLLOWERS_MAX = 1_000;

/** Followers of all documents; each may receive the records of all of them. */
const FOLLOWERS_OF_ALL_MAX = 100;
/** Changed documents remembered for such a follower until it asks; beyond it, the follower gets `too many`. */
const UNTOLD_MAX = 10_000;

const RETRY_SECONDS = 30;

/** Notifies followers within this process that a document's record has changed. They read the record themselves. */
export interface DocumentChanges {
  /** Call after each change of the document's record. */
  ring(docId: string): void;
  /** Call when any document's record may have changed. */
  ringAll(): void;
  /** @throws {RefusedError} `too_many_followers`. */
  follow(docId: string): Follower;
  /** @throws {RefusedError} `too_many_followers`. */
  followAll(): FollowerOfAll;
}

/** The follower disposes of it. */
export interface Follower extends Disposable {
  /**
   * Resolves at the next change; at once when there was one since the last call.
   *
   * @throws The signal's reason when `signal` aborts.
   */
  changed(signal: AbortSignal): Promise<void>;
}

/** The follower disposes of it. */
export interface FollowerOfAll extends Disposable {
  /**
   * The documents changed since the last call, each once; waits until there is one.
   *
   * @throws The signal's reason when `signal` aborts.
   */
  changed(signal: AbortSignal): Promise<readonly string[] | 'too many'>;
}

export function createDocumentChanges({
  followersMax = FOLLOWERS_MAX,
  followersOfAllMax = FOLLOWERS_OF_ALL_MAX,
  untoldMax = UNTOLD_MAX,
} = {}): DocumentChanges {
  const rings = new Map<string, Set<() => void>>();
  const ringsOfAll = new Set<(docId: string) => void>();
  const missesOfAll = new Set<() => void>();
  let followers = 0;

  return {
    ring(docId) {
      for (const ring of rings.get(docId) ?? []) ring();
      for (const ring of ringsOfAll) ring(docId);
    },

    ringAll() {
      for (const ofDocument of rings.values()) for (const ring of ofDocument) ring();
      for (const miss of missesOfAll) miss();
    },

    follow(docId) {
      if (followers >= followersMax) throw tooMany(followersMax);
      followers += 1;
      let next = Promise.withResolvers<void>();
      const ring = () => next.resolve();
      const ofDocument = rings.get(docId) ?? new Set();
      rings.set(docId, ofDocument.add(ring));

      return {
        async changed(signal) {
          await untilAborted(next.promise, signal);
          next = Promise.withResolvers();
        },
        [Symbol.dispose]() {
          if (!ofDocument.delete(ring)) return;
          followers -= 1;
          if (ofDocument.size === 0 && rings.get(docId) === ofDocument) rings.delete(docId);
        },
      };
    },

    followAll() {
      if (ringsOfAll.size >= followersOfAllMax) throw tooMany(followersOfAllMax);
      let next = Promise.withResolvers<void>();
      let untold = new Set<string>();
      let isMissed = false;
      const miss = () => {
        isMissed = true;
        next.resolve();
      };
      missesOfAll.add(miss);
      const ring = (docId: string) => {
        if (untold.size <= untoldMax) untold.add(docId);
        next.resolve();
      };
      ringsOfAll.add(ring);

      return {
        async changed(signal) {
          await untilAborted(next.promise, signal);
          const told = untold;
          const isTooMany = isMissed || told.size > untoldMax;
          next = Promise.withResolvers();
          untold = new Set();
          isMissed = false;
          return isTooMany ? 'too many' : [...told];
        },
        [Symbol.dispose]() {
          ringsOfAll.delete(ring);
          missesOfAll.delete(miss);
        },
      };
    },
  };
}

function tooMany(limit: number): RefusedError {
  return new RefusedError({ code: 'too_many_followers', limit, retryAfterSeconds: RETRY_SECONDS });
}
