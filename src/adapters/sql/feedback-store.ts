import type {
  CurationStore,
  FeedbackFilter,
  FeedbackRecord,
  NewFeedback,
  Rating,
} from '../../ports/curation-store.ts';
import { pageOf } from '../page-of.ts';
import { assignment, columns, insertion, valuesOf } from './fields.ts';
import { firstOf, rowsOf, type SqlDatabase, totalOf } from './work.ts';

/** Feedback, in the database of reviews: an entry counts its thumbs down. */
export function createSqlFeedbackStore(
  { read, write }: SqlDatabase,
  { feedbackMax }: { readonly feedbackMax: number },
): Pick<CurationStore, 'addFeedback' | 'feedback' | 'ratingCounts'> {
  return {
    addFeedback: (given) =>
      write(function* () {
        const known = valuesOfFeedback(given, given.replaces ?? given.feedbackId);
        const replaced = yield* firstOf<FeedbackRecord>(UPDATE, known);
        if (replaced) return { ...replaced };
        const added = yield* firstOf<FeedbackRecord>(INSERT, valuesOfFeedback(given, given.feedbackId));
        yield* rowsOf('DELETE FROM feedback WHERE sequence <= $1', [added!.sequence - feedbackMax]);
        return { ...added! };
      }),
    feedback: (filter, page) =>
      read(function* () {
        const { sql, values } = matching(filter);
        const total = yield* totalOf(`SELECT COUNT(*) AS total ${sql}`, values);
        const { limit, before = Number.MAX_SAFE_INTEGER } = page;
        const rows = yield* rowsOf<FeedbackRecord>(
          `SELECT ${SELECTED} ${sql} AND sequence < $${values.push(before)}
           ORDER BY sequence DESC LIMIT $${values.push(limit + 1)}`,
          values,
        );
        const { shown, last } = pageOf(rows, limit);
        return { feedback: shown.map((row) => ({ ...row })), nextBefore: last?.sequence, total };
      }),
    ratingCounts: ({ from, bucketMs }) =>
      read(() => rowsOf<{ bucket: number; rating: Rating; count: number }>(COUNT_RATINGS, [from, bucketMs])),
  };
}

const FIELDS = [
  ...(['feedbackId', 'rating', 'correlationId', 'reason', 'question', 'answer', 'questionKey'] as const),
  'createdAt' as const,
];
const SELECTED = `sequence, ${columns(FIELDS.filter((field) => field !== 'questionKey'))}`;

/** Values: `valuesOfFeedback`, with the id of the record that it replaces. */
const UPDATE = `UPDATE feedback SET ${assignment(FIELDS)} WHERE feedback_id = $1 RETURNING ${SELECTED}`;

/** Values: `valuesOfFeedback`. */
const INSERT = `INSERT INTO feedback ${insertion(FIELDS)} RETURNING ${SELECTED}`;

function valuesOfFeedback({ now: createdAt, ...given }: NewFeedback, feedbackId: string) {
  return valuesOf({ ...given, feedbackId, createdAt }, FIELDS);
}

/** The records that the filter lets through. */
function matching({ rating, from, to }: FeedbackFilter) {
  const values: (string | number)[] = [];
  const parameter = (value: string | number) => `$${values.push(value)}`;
  const where = ['TRUE'];
  if (rating !== undefined) where.push(`rating = ${parameter(rating)}`);
  if (from !== undefined) where.push(`created_at >= ${parameter(from)}`);
  if (to !== undefined) where.push(`created_at < ${parameter(to)}`);
  return { sql: `FROM feedback WHERE ${where.join(' AND ')}`, values };
}

/** Values: time from which they count, length of a bucket. */
const COUNT_RATINGS = `
  SELECT CAST((created_at - $1) / $2 AS bigint) AS bucket, rating, COUNT(*) AS count
  FROM feedback WHERE created_at >= $1 GROUP BY 1, 2`;
