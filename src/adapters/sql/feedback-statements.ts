import type { FeedbackFilter, FeedbackRecord, NewFeedback, Rating } from '../../ports/curation-store.ts';
import { pageOf } from '../page-of.ts';

/** Statements on feedback that SQLite and PostgreSQL both run, and the values they take. */

export interface FeedbackRow {
  readonly sequence: number;
  readonly feedback_id: string;
  readonly rating: Rating;
  readonly correlation_id: string | null;
  readonly reason: string | null;
  readonly question: string | null;
  readonly answer: string | null;
  readonly created_at: number;
}

export function feedbackOf(row: FeedbackRow): FeedbackRecord {
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

/** Values: `feedbackValues`, with the id of the record that it replaces. */
export const UPDATE_FEEDBACK = `
  UPDATE feedback SET rating = $2, correlation_id = $3, reason = $4, question = $5, answer = $6, question_key = $7,
    created_at = $8
  WHERE feedback_id = $1 RETURNING *`;

/** Values: `feedbackValues`. */
export const INSERT_FEEDBACK = `
  INSERT INTO feedback (feedback_id, rating, correlation_id, reason, question, answer, question_key, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING *`;

export const DELETE_UP_TO = 'DELETE FROM feedback WHERE sequence <= $1';

export function feedbackValues(
  { rating, correlationId, reason, question, answer, questionKey, now }: NewFeedback,
  feedbackId: string,
) {
  return [feedbackId, rating, correlationId, reason, question, answer, questionKey, now];
}

/** A page, newest first, and the number of all that the filter lets through. */
export function feedbackList(
  { rating, from, to }: FeedbackFilter,
  { limit, before = Number.MAX_SAFE_INTEGER }: { limit: number; before?: number },
) {
  const values: (string | number)[] = [];
  const parameter = (value: string | number) => `$${values.push(value)}`;
  const where = ['TRUE'];
  if (rating !== undefined) where.push(`rating = ${parameter(rating)}`);
  if (from !== undefined) where.push(`created_at >= ${parameter(from)}`);
  if (to !== undefined) where.push(`created_at < ${parameter(to)}`);
  const matching = `FROM feedback WHERE ${where.join(' AND ')}`;
  const count = { sql: `SELECT COUNT(*) AS total ${matching}`, values: [...values] };
  const sql = `SELECT * ${matching} AND sequence < ${parameter(before)} ORDER BY sequence DESC LIMIT ${parameter(limit + 1)}`;
  return { count, select: { sql, values } };
}

/** @param rows One more than the page shows, when there are more. */
export function feedbackPageOf(rows: readonly FeedbackRow[], limit: number, total: number) {
  const { shown, last } = pageOf(rows, limit);
  return { feedback: shown.map(feedbackOf), nextBefore: last?.sequence, total };
}

/** Values: time from which they count, length of a bucket. */
export const COUNT_RATINGS = `
  SELECT CAST((created_at - $1) / $2 AS bigint) AS bucket, rating, COUNT(*) AS count
  FROM feedback WHERE created_at >= $1 GROUP BY 1, 2`;

export interface RatingCount {
  readonly bucket: number;
  readonly rating: Rating;
  readonly count: number;
}
