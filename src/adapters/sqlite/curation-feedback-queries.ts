import type { FeedbackRecord, NewFeedback, Rating } from '../../ports/curation-store.ts';
import type { Connection } from './connection.ts';
import { all, one } from './database.ts';

interface FeedbackRow {
  readonly sequence: number;
  readonly feedback_id: string;
  readonly rating: Rating;
  readonly correlation_id: string | null;
  readonly reason: string | null;
  readonly question: string | null;
  readonly answer: string | null;
  readonly created_at: number;
}

/** The steps on feedback; each is to be run as one read or one write. */
export function createFeedbackQueries(connection: Connection) {
  const insert = connection.prepare(
    `INSERT INTO feedback (feedback_id, rating, correlation_id, reason, question, answer, question_key, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (feedback_id) DO UPDATE SET
       rating = excluded.rating, correlation_id = excluded.correlation_id, reason = excluded.reason,
       question = excluded.question, answer = excluded.answer,
       question_key = excluded.question_key, created_at = excluded.created_at
     RETURNING *`,
  );
  const selectAll = connection.prepare(
    'SELECT * FROM feedback WHERE sequence < ? ORDER BY sequence DESC LIMIT ?',
  );
  const countAll = connection.prepare('SELECT COUNT(*) AS total FROM feedback');
  // An index holds the row's key behind the indexed column, so that it gives this order by itself.
  const selectRated = connection.prepare(
    'SELECT * FROM feedback WHERE rating = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?',
  );
  const countRated = connection.prepare('SELECT COUNT(*) AS total FROM feedback WHERE rating = ?');

  const countByTime = connection.prepare(
    `SELECT CAST((created_at - ?1) / ?2 AS INTEGER) AS bucket, rating, COUNT(*) AS count
     FROM feedback WHERE created_at >= ?1 GROUP BY bucket, rating`,
  );

  return {
    counts: ({ from, bucketMs }: { from: number; bucketMs: number }) =>
      all<{ bucket: number; rating: Rating; count: number }>(countByTime, from, bucketMs),

    add(given: NewFeedback): FeedbackRecord {
      const { feedbackId, rating, correlationId, reason, question, answer, questionKey, now } = given;
      const values = [feedbackId, rating, correlationId, reason, question, answer, questionKey, now];
      return recordOf(one<FeedbackRow>(insert, ...values)!);
    },

    list({ rating }: { rating?: Rating }, { limit, before }: { limit: number; before?: number }) {
      const from = before ?? Number.MAX_SAFE_INTEGER;
      const rows =
        rating === undefined
          ? all<FeedbackRow>(selectAll, from, limit + 1)
          : all<FeedbackRow>(selectRated, rating, from, limit + 1);
      const { total } = (
        rating === undefined ? one<{ total: number }>(countAll) : one<{ total: number }>(countRated, rating)
      )!;
      const feedback = rows.slice(0, limit).map(recordOf);
      return { feedback, nextBefore: rows.length > limit ? feedback.at(-1)?.sequence : undefined, total };
    },
  };
}

function recordOf(row: FeedbackRow): FeedbackRecord {
  return {
    feedbackId: row.feedback_id,
    sequence: row.sequence,
    rating: row.rating,
    correlationId: row.correlation_id,
    reason: row.reason,
    question: row.question,
    answer: row.answer,
    createdAt: row.created_at,
  };
}
