import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { FeedbackFilter, FeedbackRecord, NewFeedback, Rating } from '../../../ports/curation-store.ts';
import { pageOf } from '../../page-of.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';

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

/** Queries on feedback; run each as one read or one write. */
export function createFeedbackQueries(connection: Connection, { feedbackMax }: { feedbackMax: number }) {
  const insert = connection.prepare(
    `INSERT INTO feedback (feedback_id, rating, correlation_id, reason, question, answer, question_key, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (feedback_id) DO UPDATE SET
       rating = excluded.rating, correlation_id = excluded.correlation_id, reason = excluded.reason,
       question = excluded.question, answer = excluded.answer,
       question_key = excluded.question_key, created_at = excluded.created_at
     RETURNING *`,
  );
  const find = connection.prepare('SELECT 1 FROM feedback WHERE feedback_id = ?');
  const deleteUpTo = connection.prepare('DELETE FROM feedback WHERE sequence <= ?');
  // One pair of statements for each combination of filters: 8 at most. An index has the row's key after the indexed
  // column, so `feedback_by_rating` yields this order by itself.
  const lists = new Map<string, { select: StatementSync; count: StatementSync }>();

  function listOf(where: string) {
    const list = lists.get(where) ?? {
      select: connection.prepare(
        `SELECT * FROM feedback WHERE ${where} AND sequence < ? ORDER BY sequence DESC LIMIT ?`,
      ),
      count: connection.prepare(`SELECT COUNT(*) AS total FROM feedback WHERE ${where}`),
    };
    lists.set(where, list);
    return list;
  }

  const countByTime = connection.prepare(
    `SELECT CAST((created_at - ?1) / ?2 AS INTEGER) AS bucket, rating, COUNT(*) AS count
     FROM feedback WHERE created_at >= ?1 GROUP BY bucket, rating`,
  );

  return {
    counts: ({ from, bucketMs }: { from: number; bucketMs: number }) =>
      all<{ bucket: number; rating: Rating; count: number }>(countByTime, from, bucketMs),

    add(given: NewFeedback): FeedbackRecord {
      const { replaces, rating, correlationId, reason, question, answer, questionKey, now } = given;
      const isReplacing = replaces !== undefined && one(find, replaces) !== undefined;
      const feedbackId = isReplacing ? replaces : given.feedbackId;
      const values = [feedbackId, rating, correlationId, reason, question, answer, questionKey, now];
      const row = one<FeedbackRow>(insert, ...values)!;
      deleteUpTo.run(row.sequence - feedbackMax);
      return recordOf(row);
    },

    list(filter: FeedbackFilter, { limit, before }: { limit: number; before?: number }) {
      const conditions: [string, SQLInputValue | undefined][] = [
        ['rating = ?', filter.rating],
        ['created_at >= ?', filter.from],
        ['created_at < ?', filter.to],
      ];
      const given = conditions.filter((condition) => condition[1] !== undefined);
      const { select, count } = listOf(['TRUE', ...given.map(([text]) => text)].join(' AND '));
      const values = given.map(([, value]) => value!);
      const rows = all<FeedbackRow>(select, ...values, before ?? Number.MAX_SAFE_INTEGER, limit + 1);
      const { total } = one<{ total: number }>(count, ...values)!;
      const { shown, last } = pageOf(rows, limit);
      return { feedback: shown.map(recordOf), nextBefore: last?.sequence, total };
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
