import type { ChunkId } from './chunk.ts';
import type { DocumentKind } from './document.ts';

/**
 * Answers that people are to judge, and what people said of answers. Every write is durable (fsynced) when its promise
 * resolves, and every method is one atomic step. Times are milliseconds since the epoch.
 */
export interface CurationStore extends AsyncDisposable {
  /** Puts an answer into the queue, unless its question has an entry: a pending one is then only counted up. */
  hold(answer: HeldAnswer, options: { pendingMax: number }): Promise<HoldOutcome>;
  entry(entryId: string): Promise<ReviewEntry | undefined>;
  /**
   * Pending entries: those that came into the queue last first, or by demand. The page begins behind the place that
   * `before`, and for an order by demand `beforeDemand`, tell.
   */
  pending(page: PendingPageRequest): Promise<ReviewPage>;
  /** Entries that are decided, the last decision first. */
  decided(
    filter: { verdict?: 'approved' | 'rejected' },
    page: { limit: number; before?: DecisionPlace },
  ): Promise<DecidedPage>;
  /** Entries in one of `states`, in the order in which they were made. */
  entriesIn(states: readonly ReviewState[]): Promise<ReviewEntry[]>;
  /**
   * Moves an entry from one state to another and changes it, if it is in the first at that moment: of several that try,
   * one does. An entry that comes back into the queue stands at its head.
   *
   * @returns The entry as it is now; undefined when it was in another state, and is as it was.
   */
  move(entryId: string, transition: Transition): Promise<ReviewEntry | undefined>;
  /** The document of the answer that was approved last for a question of this key. */
  approvedDocument(questionKey: string): Promise<string | undefined>;
  /**
   * What entries hang on that are pending, or approved and still a document: of the one document, or of all. A pending
   * entry that has been approved before is still a document, too.
   */
  ties(docId?: string): Promise<ReviewTie[]>;

  /** Adds a record, or replaces that of the same id in its place. */
  addFeedback(feedback: NewFeedback): Promise<FeedbackRecord>;
  /** Newest first. */
  feedback(
    filter: FeedbackFilter,
    page: { limit: number; before?: number },
  ): Promise<{
    readonly feedback: readonly FeedbackRecord[];
    /** Pass as `before` for the next page; undefined at the end. */
    readonly nextBefore: number | undefined;
    /** Of the filter, over all pages. */
    readonly total: number;
  }>;

  /** Ratings since `from`, counted in buckets of so many milliseconds; buckets without any are left out. */
  ratingCounts(of: {
    from: number;
    bucketMs: number;
  }): Promise<{ readonly bucket: number; readonly rating: Rating; readonly count: number }[]>;

  ping(signal: AbortSignal): Promise<void>;
}

/**
 * `demand`: how often it was asked, three times the thumbs down on its answers, 2 when its sources do not support it and
 * 1 when they do in part. An entry whose demand changes meanwhile may come twice or not at all.
 */
export const PENDING_SORTS = ['newest', 'demand'] as const;
export type PendingSort = (typeof PENDING_SORTS)[number];

export interface PendingPageRequest {
  readonly limit: number;
  readonly sort?: PendingSort;
  readonly before?: number;
  readonly beforeDemand?: number;
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
 * The life of an entry: `pending → approving → approved` and `pending → rejecting → rejected`. Who decides moves it to
 * the middle one; what has to be done there is done again after a crash.
 */
export type ReviewState = 'pending' | 'approving' | 'approved' | 'rejecting' | 'rejected';

/** An answer that was given and is held for review. */
export interface HeldAnswer {
  /** Used when the question has no entry yet. */
  readonly entryId: string;
  /** Equal for questions that are the same. */
  readonly questionKey: string;
  readonly question: string;
  readonly answer: string;
  readonly sources: readonly HeldSource[];
  /** The documents that the answer cites, each once, in the version that it was taken from. */
  readonly restsOn: readonly DocumentVersion[];
  readonly mode: string;
  readonly model: string;
  readonly grounded: HeldGrounding;
  /** 0–1; null where nothing could be checked. */
  readonly groundedScore: number | null;
  /** In order; empty where nothing was checked, or what was found is of another text. */
  readonly statements: readonly HeldStatement[];
  readonly correlationId: string;
  readonly now: number;
}

export type HeldGrounding = 'supported' | 'partial' | 'unsupported' | null;

/** A sentence of the answer, held against what it cites; the range is of the answer, in UTF-16 units. */
export interface HeldStatement {
  readonly start: number;
  readonly end: number;
  readonly verdict: Exclude<HeldGrounding, null>;
  /** Numbers of its sources. */
  readonly citations: readonly number[];
  /** What it says otherwise than its sources. */
  readonly alarms: readonly string[];
}

/** A source as the answer cited it. */
export interface HeldSource {
  readonly n: number;
  readonly label: string;
  readonly docId: string;
  readonly chunkId: ChunkId;
  readonly score: number;
  readonly page: number | null;
  readonly section: string | null;
  readonly snippet: string;
  /** Of the passage in the document's extracted text, in UTF-16 units; an empty range where it was not kept. */
  readonly start: number;
  readonly end: number;
  /** Of the cited sentences in the same text. */
  readonly quotes: readonly { readonly start: number; readonly end: number }[];
  readonly url: string | null;
  readonly kind: DocumentKind;
}

export interface DocumentVersion {
  readonly docId: string;
  readonly version: number;
}

/** `full`: as many entries are pending as may be, and the answer has none. */
export type HoldOutcome =
  | { readonly outcome: 'held' | 'decided'; readonly entry: ReviewEntry }
  | { readonly outcome: 'full' };

export interface ReviewEntry extends Omit<HeldAnswer, 'questionKey' | 'now'> {
  /** Place in the queue; what came into it later has a higher one. */
  readonly position: number;
  readonly state: ReviewState;
  /** A document that it rests on was replaced or deleted since. */
  readonly stale: boolean;
  /** How often the question was asked while the entry was pending, from 1. */
  readonly asked: number;
  readonly createdAt: number;
  /** When it was last approved or rejected. */
  readonly decidedAt: number | null;
  /** Who said to be the one that decided last; nobody has checked it. */
  readonly decidedBy: string | null;
  /** Thumbs down on answers to its question. */
  readonly downvotes: number;
  /** The document that the approved answer is; null before, and when that document was deleted. */
  readonly docId: string | null;
  /** Of the reviewer. */
  readonly note: string | null;
  readonly tags: readonly string[];
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
  readonly from: ReviewState;
  readonly to: ReviewState;
  readonly changes?: Partial<Omit<ReviewEntry, 'entryId' | 'position' | 'state' | 'createdAt' | 'downvotes'>>;
  /** The key of the question that the answer is approved for; it leads to this entry from then on. */
  readonly approvedKey?: string;
}

/** That a document is one an entry rests on, in `version`; or, with null, the document that its answer became. */
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
  /** Given at this time or later, and before that. */
  readonly from?: number;
  readonly to?: number;
}

export interface NewFeedback {
  readonly feedbackId: string;
  readonly rating: Rating;
  readonly correlationId: string | null;
  readonly reason: string | null;
  readonly question: string | null;
  readonly answer: string | null;
  /** Equal for questions that are the same, so that entries know their thumbs down. */
  readonly questionKey: string | null;
  readonly now: number;
}

export interface FeedbackRecord extends Omit<NewFeedback, 'now' | 'questionKey'> {
  /** Grows with every record and never changes: the order of the list. */
  readonly sequence: number;
  readonly createdAt: number;
}
