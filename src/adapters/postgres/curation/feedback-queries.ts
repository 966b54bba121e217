import type { CurationStore, FeedbackRecord, NewFeedback, Rating } from '../../../ports/curation-store.ts';
import { pageOf } from '../../page-of.ts';
import type { Queries } from '../connection.ts';

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

/** Queries on feedback, by those of a connection or of a transaction. */
export function feedbackQueries({ query }: Queries) {
  return {
    /** For use in a transaction. */
    async add(given: NewFeedback, feedbackMax: number): Promise<FeedbackRecord> {
      const { feedbackId, replaces, rating, correlationId, reason, question, answer, questionKey, now } =
        given;
      const values = [rating, correlationId, reason, question, answer, questionKey, now];
      const [replaced] = await query<FeedbackRow>(
        `UPDATE feedback SET rating = $1, correlation_id = $2, reason = $3, question = $4, answer = $5,
           question_key = $6, created_at = $7
         WHERE feedback_id = $8 RETURNING *`,
        [...values, replaces ?? feedbackId],
      );
      if (replaced) return recordOf(replaced);
      const [added] = await query<FeedbackRow>(
        `INSERT INTO feedback (rating, correlation_id, reason, question, answer, question_key, created_at, feedback_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING *`,
        [...values, feedbackId],
      );
      await query(
        `DELETE FROM feedback WHERE sequence <= (
           SELECT sequence FROM feedback ORDER BY sequence DESC OFFSET $1 LIMIT 1
         )`,
        [feedbackMax],
      );
      return recordOf(added!);
    },

    list: (async ({ rating, from, to }, { limit, before }) => {
      const where = `($1::text IS NULL OR rating = $1) AND created_at >= $2 AND created_at < $3`;
      const filter = [rating ?? null, from ?? 0, to ?? MAX];
      const rows = await query<FeedbackRow>(
        `SELECT * FROM feedback WHERE ${where} AND sequence < $4 ORDER BY sequence DESC LIMIT $5`,
        [...filter, before ?? MAX, limit + 1],
      );
      const [counted] = await query<{ total: number }>(
        `SELECT count(*) AS total FROM feedback WHERE ${where}`,
        filter,
      );
      const { shown, last } = pageOf(rows, limit);
      return { feedback: shown.map(recordOf), nextBefore: last?.sequence, total: counted!.total };
    }) satisfies CurationStore['feedback'],

    counts: ({ from, bucketMs }: { from: number; bucketMs: number }) =>
      query<{ bucket: number; rating: Rating; count: number }>(
        `SELECT (created_at - $1) / $2 AS bucket, rating, count(*) AS count
         FROM feedback WHERE created_at >= $1 GROUP BY 1, 2`,
        [from, bucketMs],
      ),
  };
}

/** Beyond any sequence or time. */
const MAX = Number.MAX_SAFE_INTEGER;

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
