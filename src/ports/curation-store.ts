import type { AccessStore, AuditEntry } from './access-store.ts';
import type { GivenAnswer } from './given-answer.ts';

/**
 * Answers held for review, feedback on answers, API keys and the audit log. Every write is durable (fsynced) when its
 * promise resolves, and every method is one atomic step. Times are milliseconds since the epoch.
 */
export interface CurationStore extends AccessStore, AsyncDisposable {
  /** Queues an answer unless its question already has an entry; a pending entry then only has its count incremented. */
  hold(answer: HeldAnswer, options: { pendingMax: number }): Promise<HoldOutcome>;
  entry(entryId: string): Promise<ReviewEntry | undefined>;
  /**
   * Pending entries, the last queued first or by demand. The page starts after `before`, and in the order by demand
   * after `before` and `beforeDemand`.
   */
  pending(page: PendingPageRequest): Promise<ReviewPage>;
  /** Decided entries, the last decision first. */
  decided(
    filter: { verdict?: 'approved' | 'rejected'; audience?: readonly string[] },
    page: { limit: number; before?: DecisionPlace | undefined },
  ): Promise<DecidedPage>;
  /** Entries in one of `states`, in order of creation. */
  entriesIn(states: readonly ReviewState[]): Promise<ReviewEntry[]>;
  /**
   * Moves an entry from one state to another and updates it, if it is still in `from`: of several concurrent calls one
   * succeeds. An entry that returns to the queue goes to its head.
   *
   * @returns The updated entry; undefined when it was in another state, in which case nothing has changed.
   */
  move(entryId: string, transition: Transition): Promise<ReviewEntry | undefined>;
  /**
   * Moves the entries of approved answers that have expired by `now` to `reopening`, and marks them stale; also those
   * that are pending again. At most `limit`.
   */
  expire(now: number, options: { limit: number }): Promise<ReviewEntry[]>;
  /** The document of the latest answer approved for this question key. */
  approvedDocument(questionKey: string): Promise<string | undefined>;
  /** When the answer to this question key was last approved or rejected; undefined while none is decided. */
  decidedAt(questionKey: string): Promise<number | undefined>;
  /**
   * The documents that pending entries depend on, and approved ones that still are a document; with `docId` only the
   * ties to that document. A pending entry that was approved before still is a document, too.
   */
  ties(docId?: string): Promise<ReviewTie[]>;

  /** Adds a record, or replaces the one with the same id in place. Beyond the store's bound the oldest record goes. */
  addFeedback(feedback: NewFeedback): Promise<FeedbackRecord>;
  /** Newest first. */
  feedback(
    filter: FeedbackFilter,
    page: { limit: number; before?: number },
  ): Promise<{
    readonly feedback: readonly FeedbackRecord[];
    /** Pass as `before` for the next page; undefined at the end. */
    readonly nextBefore: number | undefined;
    /** Records that match the filter, over all pages. */
    readonly total: number;
  }>;

  /** Counts of ratings since `from`, in buckets of `bucketMs` milliseconds; empty buckets are left out. */
  ratingCounts(of: {
    from: number;
    bucketMs: number;
  }): Promise<{ readonly bucket: number; readonly rating: Rating; readonly count: number }[]>;

  ping(signal: AbortSignal): Promise<void>;
}

/**
 * `demand`: times asked + 3 × thumbs down on its answers + 2 when its sources do not support it, or 1 when they support
 * it in part. An entry whose demand changes between pages may appear twice or not at all.
 */
export const PENDING_SORTS = ['newest', 'demand'] as const;
export type PendingSort = (typeof PENDING_SORTS)[number];

export interface PendingPageRequest {
  readonly limit: number;
  readonly sort?: PendingSort;
  readonly before?: number;
  readonly beforeDemand?: number;
  /** Only entries whose audience is within these tags. */
  readonly audience?: readonly string[];
}

export interface DecisionPlace {
  readonly decidedAt: number;
  readonly position: number;
}

export interface DecidedPage {
  readonly entries: readonly ReviewEntry[];
  /** Pass as `before` for the next page; undefined at the end. */
  readonly next: DecisionPlace | undefined;
  /** Over all pages. */
  readonly total: number;
}

/**
 * The life of an entry: `pending → approving → approved`, `pending → rejecting → rejected`, and from both ends `reopening
 * → pending`. A decision or the time moves it to the middle state; the work due there is repeated after a crash.
 */
export type ReviewState = 'pending' | 'approving' | 'approved' | 'rejecting' | 'rejected' | 'reopening';

/** An answer that was given and is held for review. */
export interface HeldAnswer extends Pick<GivenAnswer, HeldParts> {
  /** Used when the question has no entry yet. */
  readonly entryId: string;
  /** The same for equal questions. */
  readonly questionKey: string;
  /** The cited documents, each once, in the version that was cited. */
  readonly restsOn: readonly DocumentVersion[];
  readonly now: number;
}

type HeldParts =
  | ('question' | 'answer' | 'sources' | 'statements' | 'grounded' | 'groundedScore')
  | ('mode' | 'model' | 'correlationId' | 'audience');

export interface DocumentVersion {
  readonly docId: string;
  readonly version: number;
}

/** `full`: `pendingMax` entries are pending, and the answer was not queued. */
export type HoldOutcome =
  | { readonly outcome: 'held' | 'decided'; readonly entry: ReviewEntry }
  | { readonly outcome: 'full' };

export interface ReviewEntry extends Omit<HeldAnswer, 'questionKey' | 'now'> {
  /** Position in the queue; later entries have higher ones. */
  readonly position: number;
  readonly state: ReviewState;
  /** A cited document was replaced or deleted since, or the approval has expired. */
  readonly stale: boolean;
  /** How often the question was asked while the entry was pending, from 1. */
  readonly asked: number;
  readonly createdAt: number;
  /** When it was last approved or rejected. */
  readonly decidedAt: number | null;
  /** The last reviewer, as they named themselves; not verified. */
  readonly decidedBy: string | null;
  /** Thumbs down on answers to its question. */
  readonly downvotes: number;
  /** The document made from the approved answer; null before approval and when that document was deleted. */
  readonly docId: string | null;
  /** The reviewer's note. */
  readonly note: string | null;
  readonly tags: readonly string[];
  /** When the approved answer stops being given; null for never, and before approval. */
  readonly expiresAt: number | null;
}

export interface ReviewPage {
  readonly entries: readonly ReviewEntry[];
  /** Pass as `before` and `beforeDemand` for the next page; undefined at the end. */
  readonly nextBefore: number | undefined;
  readonly nextDemand: number | undefined;
  /** Pending entries over all pages. */
  readonly total: number;
}

export interface Transition {
  readonly from: ReviewState | readonly ReviewState[];
  /** Without one it stays where it is. */
  readonly to?: ReviewState;
  readonly changes?: Partial<Omit<ReviewEntry, 'entryId' | 'position' | 'state' | 'createdAt' | 'downvotes'>>;
  /** Key of the question that the answer is approved for; from then on it leads to this entry. */
  readonly approvedKey?: string;
  /** Recorded with the transition. */
  readonly audit?: AuditEntry;
}

/** A document that an entry cites, in `version`; with null, the document made from its answer. */
export interface ReviewTie {
  readonly entryId: string;
  readonly state: 'pending' | 'approved';
  readonly stale: boolean;
  readonly docId: string;
  readonly version: number | null;
}

export const RATINGS = ['up', 'down'] as const;
export type Rating = (typeof RATINGS)[number];

export interface FeedbackFilter {
  readonly rating?: Rating;
  /** Given at or after this time, and before `to`. */
  readonly from?: number;
  readonly to?: number;
}

export interface NewFeedback {
  readonly feedbackId: string;
  /** Earlier feedback that it takes the place of, under its id; an unknown one is ignored. */
  readonly replaces?: string | undefined;
  readonly rating: Rating;
  readonly correlationId: string | null;
  readonly reason: string | null;
  readonly question: string | null;
  readonly answer: string | null;
  /** The same for equal questions, so that an entry can count its thumbs down. */
  readonly questionKey: string | null;
  readonly now: number;
}

export interface FeedbackRecord extends Omit<NewFeedback, 'now' | 'questionKey' | 'replaces'> {
  /** Grows with every record and never changes: the order of the list. */
  readonly sequence: number;
  readonly createdAt: number;
}
