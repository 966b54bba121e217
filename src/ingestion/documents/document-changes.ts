import { untilAborted } from '../../concurrency/deadline.ts';
import { createNotifier, type Notifier } from '../../concurrency/notifier.ts';
import { RefusedError } from '../../errors.ts';

/** Followers of single documents, all together; each is a client with an open connection. */
const FOLLOWERS_MAX = 1_000;

/** Followers of all documents; each may receive the records of all of them. */
const FOLLOWERS_OF_ALL_MAX = 100;
/** Changed documents stored for such a follower until it asks; beyond it, the follower gets `too many`. */
const PENDING_MAX = 10_000;

const RETRY_SECONDS = 30;

/** Notifies followers within this process that a document's record has changed. They read the record themselves. */
export type DocumentChanges = ReturnType<typeof createDocumentChanges>;

export function createDocumentChanges({
  followersMax = FOLLOWERS_MAX,
  followersOfAllMax = FOLLOWERS_OF_ALL_MAX,
  pendingMax = PENDING_MAX,
} = {}) {
  const followersOf = new Map<string, Set<Notifier>>();
  const followersOfAll = new Set<{ onChange(docId: string): void; onMissed(): void }>();
  let followers = 0;

  return {
    /** Call after each change of the document's record. */
    notify(docId: string) {
      for (const notifier of followersOf.get(docId) ?? []) notifier.notify();
      for (const follower of followersOfAll) follower.onChange(docId);
    },

    /** Call when any document's record may have changed. */
    notifyAll() {
      for (const notifiers of followersOf.values()) for (const notifier of notifiers) notifier.notify();
      for (const follower of followersOfAll) follower.onMissed();
    },

    /** The follower disposes of what it gets. @throws {RefusedError} `too_many_followers`. */
    follow(docId: string) {
      if (followers >= followersMax) throw tooMany(followersMax);
      followers += 1;
      const notifier = createNotifier();
      let changed = notifier.next();
      const notifiers = followersOf.get(docId) ?? new Set();
      followersOf.set(docId, notifiers.add(notifier));

      return {
        /**
         * Resolves at the next change; at once when there was one since the last call.
         *
         * @throws The signal's reason when `signal` aborts.
         */
        async changed(signal: AbortSignal) {
          await untilAborted(changed, signal);
          changed = notifier.next();
        },
        [Symbol.dispose]() {
          if (!notifiers.delete(notifier)) return;
          followers -= 1;
          if (notifiers.size === 0 && followersOf.get(docId) === notifiers) followersOf.delete(docId);
        },
      };
    },

    /** As `follow`, all documents. */
    followAll() {
      if (followersOfAll.size >= followersOfAllMax) throw tooMany(followersOfAllMax);
      const notifier = createNotifier();
      let changed = notifier.next();
      let pending = new Set<string>();
      let isMissed = false;
      const follower = {
        onChange(docId: string) {
          if (pending.size < pendingMax || pending.has(docId)) pending.add(docId);
          else isMissed = true;
          notifier.notify();
        },
        onMissed() {
          isMissed = true;
          notifier.notify();
        },
      };
      followersOfAll.add(follower);

      return {
        /**
         * The documents changed since the last call, each once; waits until there is one.
         *
         * @throws The signal's reason when `signal` aborts.
         */
        async changed(signal: AbortSignal) {
          await untilAborted(changed, signal);
          changed = notifier.next();
          const found = isMissed ? 'too many' : [...pending];
          pending = new Set();
          isMissed = false;
          return found;
        },
        [Symbol.dispose]() {
          followersOfAll.delete(follower);
        },
      };
    },
  };
}

function tooMany(limit: number): RefusedError {
  return new RefusedError({ code: 'too_many_followers', limit, retryAfterSeconds: RETRY_SECONDS });
}
