import type { CurationStore } from '../../../ports/curation-store.ts';
import { openConnection } from '../connection.ts';
import type { OnMigration } from '../database.ts';
import { createFeedbackQueries } from './curation-feedback-queries.ts';
import { createReviewQueries } from './curation-review-queries.ts';
import { CURATION_LAYOUT } from './curation-schema.ts';

/** Anyone who may ask may give feedback, some 20 KB at a time: unbounded, it could fill the disk. */
const FEEDBACK_MAX = 100_000;

/**
 * Opens or creates the SQLite file at `path`.
 *
 * @param options.feedbackMax Records kept; beyond it each new one drops the oldest.
 * @throws {Error} When the file is another program's or a newer Docent's.
 */
export function openSqliteCurationStore(
  path: string,
  { feedbackMax = FEEDBACK_MAX, onMigration }: { feedbackMax?: number; onMigration?: OnMigration } = {},
): CurationStore {
  const connection = openConnection(path, 'curation_store', CURATION_LAYOUT, onMigration);
  const { read, write } = connection;
  const review = createReviewQueries(connection);
  const feedback = createFeedbackQueries(connection, { feedbackMax });

  return {
    hold: (answer, options) => write(() => review.hold(answer, options)),
    entry: (entryId) => read(() => review.find(entryId)),
    pending: (page) => read(() => review.pending(page)),
    decided: (filter, page) => read(() => review.decided(filter, page)),
    entriesIn: (states) => read(() => review.inStates(states)),
    move: (entryId, transition) => write(() => review.move(entryId, transition)),
    // Nearly always there is none, and a write would wait for the disk.
    expire: async (now, options) =>
      (await read(() => review.hasExpired(now))) ? write(() => review.expire(now, options)) : [],
    approvedDocument: (questionKey) => read(() => review.approvedDocument(questionKey)),
    ties: (docId) => read(() => review.ties(docId)),

    addFeedback: (given) => write(() => feedback.add(given)),
    feedback: (filter, page) => read(() => feedback.list(filter, page)),
    ratingCounts: (of) => read(() => feedback.counts(of)),

    ping: connection.ping,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
