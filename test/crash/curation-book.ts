import {
  ABSENT,
  type EntryOperation,
  type EntryReply,
  type EntryState,
  entryStep,
  type FeedbackOperation,
  type FeedbackReply,
  type FeedbackState,
  feedbackStep,
} from './curation-model.ts';
import { createLedger } from './ledger.ts';
import type { TownDocument } from './town-documents.ts';

/** Feedback that the loop gives: its reason is a text that no other has. */
export interface GivenFeedback {
  readonly reason: string;
  readonly rating: 'up' | 'down';
  readonly isKeyed: boolean;
}

/** A question whose answer is held for review, and the two documents that it takes. */
export interface ReviewQuestion {
  readonly question: string;
  readonly towns: readonly [string, string];
  readonly docIds: readonly [string, string];
  /** What was last sent of them. */
  readonly documents: [TownDocument, TownDocument];
}

/** Every question that was asked to be reviewed, and every feedback, of one data folder. */
export function createCurationBook() {
  return {
    /** By question. */
    entries: createLedger<EntryState, EntryOperation, EntryReply>(ABSENT, entryStep),
    /** By reason. */
    records: createLedger<FeedbackState, FeedbackOperation, FeedbackReply>(0, feedbackStep),
    questions: new Map<string, ReviewQuestion>(),
    feedback: new Map<string, GivenFeedback>(),
    /** Ids as soon as they were told: of entries by question, of feedback by reason. */
    entryIds: new Map<string, string>(),
    feedbackIds: new Map<string, string>(),
    /** Questions whose entry was ever seen to be stale while an answer of it stood. */
    stale: new Set<string>(),
  };
}

export type CurationBook = ReturnType<typeof createCurationBook>;
