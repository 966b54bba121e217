import type { FeedbackFilter, NewFeedback, Rating } from '../../ports/curation-store.ts';
import { assignment, columns, insertion, valuesOf } from './fields.ts';

/** Statements on feedback that SQLite and PostgreSQL both run, and the values they take. */

const FIELDS = [
  ...(['feedbackId', 'rating', 'correlationId', 'reason', 'question', 'answer', 'questionKey'] as const),
  'createdAt' as const,
];
const SELECTED = `sequence, ${columns(FIELDS.filter((field) => field !== 'questionKey'))}`;

/** Values: `feedbackValues`, with the id of the record that it replaces. */
export const UPDATE_FEEDBACK = `
  UPDATE feedback SET ${assignment(FIELDS)} WHERE feedback_id = $1 RETURNING ${SELECTED}`;

/** Values: `feedbackValues`. */
export const INSERT_FEEDBACK = `INSERT INTO feedback ${insertion(FIELDS)} RETURNING ${SELECTED}`;

export const DELETE_UP_TO = 'DELETE FROM feedback WHERE sequence <= $1';

export function feedbackValues({ now: createdAt, ...given }: NewFeedback, feedbackId: string) {
  return valuesOf({ ...given, feedbackId, createdAt }, FIELDS);
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
  const sql = `SELECT ${SELECTED} ${matching} AND sequence < ${parameter(before)} ORDER BY sequence DESC LIMIT ${parameter(limit + 1)}`;
  return { count, select: { sql, values } };
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
