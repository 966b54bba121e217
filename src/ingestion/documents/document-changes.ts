import { untilAborted } from '../../concurrency/deadline.ts';
import { createNotifier } from '../../concurrency/notifier.ts';
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
  const followers = new Set<OnChange>();
  const followersOfAll = new Set<OnChange>();

  /** @param only The document that is followed; all, without one. */
  function followAmong(among: Set<OnChange>, limit: number, only?: string) {
    if (among.size >= limit)
      throw new RefusedError({ code: 'too_many_followers', limit, retryAfterSeconds: RETRY_SECONDS });
    const notifier = createNotifier();
    let changed = notifier.next();
    let pending = new Set<string>();
    let isMissed = false;
    const onChange: OnChange = (docId) => {
      if (docId !== undefined && docId !== (only ?? docId)) return;
      if (docId !== undefined && (pending.size < pendingMax || pending.has(docId))) pending.add(docId);
      else isMissed = true;
      notifier.notify();
    };
    among.add(onChange);

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
      [Symbol.dispose]: () => void among.delete(onChange),
    };
  }

  function tell(docId?: string): void {
    for (const onChange of [...followers, ...followersOfAll]) onChange(docId);
  }

  return {
    /** Call after each change of the document's record. */
    notify: (docId: string) => tell(docId),

    /** Call when any document's record may have changed. */
    notifyAll: () => tell(),

    /** The follower disposes of what it gets. @throws {RefusedError} `too_many_followers`. */
    follow: (docId: string) => followAmong(followers, followersMax, docId),

    /** As `follow`, all documents. */
    followAll: () => followAmong(followersOfAll, followersOfAllMax),
  };
}

/** @param docId Any document may have changed, without one. */
type OnChange = (docId?: string) => void;
