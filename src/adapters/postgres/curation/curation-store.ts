import type { CurationStore } from '../../../ports/curation-store.ts';
import type { Connection } from '../connection.ts';
import { migrate } from '../migrations.ts';
import { pingOf } from '../ping.ts';
import { CURATION_MIGRATIONS } from './curation-schema.ts';
import { feedbackQueries } from './feedback-queries.ts';
import { reviewQueries } from './review-queries.ts';

/** Anyone who may ask may give feedback, some 20 KB at a time: unbounded, it could fill the disk. */
const FEEDBACK_MAX = 1_000_000;

/**
 * Review and feedback in PostgreSQL. Disposing of it closes the connection.
 *
 * @param options.feedbackMax Records kept; beyond it each new one drops the oldest.
 */
export async function openPostgresCurationStore(
  connection: Connection,
  { feedbackMax = FEEDBACK_MAX }: { feedbackMax?: number } = {},
): Promise<CurationStore> {
  await migrate(connection, 'reviews', CURATION_MIGRATIONS);
  const review = reviewQueries(connection);
  const feedback = feedbackQueries(connection);
  const change = <T>(work: (entries: ReturnType<typeof reviewQueries>) => Promise<T>) =>
    connection.transaction(async (queries) => {
      const entries = reviewQueries(queries);
      await entries.lock();
      return work(entries);
    });

  return {
    hold: (answer, options) => change((entries) => entries.hold(answer, options)),
    entry: review.entry,
    pending: review.pending,
    decided: review.decided,
    entriesIn: review.entriesIn,
    move: (entryId, transition) => change((entries) => entries.move(entryId, transition)),
    // Nearly always there is none.
    expire: async (now, options) =>
      (await review.hasExpired(now)) ? change((entries) => entries.expire(now, options)) : [],
    approvedDocument: review.approvedDocument,
    ties: review.ties,

    addFeedback: (given) =>
      connection.transaction((queries) => feedbackQueries(queries).add(given, feedbackMax)),
    feedback: feedback.list,
    ratingCounts: feedback.counts,

    ping: pingOf(connection),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
