import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { EXTRACTIVE } from '../../../model-providers.ts';
import type {
  AnswerFilter,
  AnswerPage,
  AnswerRecord,
  GapPage,
  GapPlace,
} from '../../../ports/answer-store.ts';
import { type AnswerRow, answerOf } from '../../answer-row.ts';
import { pageOf } from '../../page-of.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';

/** Questions refused since a time and not answered later. */
const GAPS = `
  (
    SELECT question_key, COUNT(*) AS asked, MAX(sequence) AS last, MAX(best_score) AS bestScore
    FROM answers WHERE refused = 1 AND question_key IS NOT NULL AND at >= ?1 GROUP BY question_key
  ) g
  WHERE NOT EXISTS (
    SELECT 1 FROM answers later
    WHERE later.question_key = g.question_key AND later.refused = 0 AND later.sequence > g.last
  )`;

/** The cases behind the figures, paged by keyset. */
export function createAnswerPages(connection: Connection) {
  const selectGaps = connection.prepare(
    `SELECT g.asked, g.last, g.bestScore, a.correlation_id AS correlationId, a.at AS lastAskedAt,
       COALESCE(a.standalone, a.question) AS question
     FROM (SELECT g.* FROM ${GAPS}) g JOIN answers a ON a.sequence = g.last
     WHERE (g.asked, g.last) < (?2, ?3) ORDER BY g.asked DESC, g.last DESC LIMIT ?4`,
  );
  const countGaps = connection.prepare(`SELECT COUNT(*) AS total FROM ${GAPS}`);
  const selectLast = connection.prepare(
    'SELECT * FROM answers WHERE correlation_id = ? ORDER BY sequence DESC LIMIT 1',
  );
  // One statement for each combination of filters and start positions: 128 at most.
  const statements = new Map<string, StatementSync>();

  return {
    gaps(from: number, { limit, before }: { limit: number; before?: GapPlace }): GapPage {
      const { asked, last } = before ?? { asked: Number.MAX_SAFE_INTEGER, last: 0 };
      const rows = all<GapPage['gaps'][number] & { last: number }>(selectGaps, from, asked, last, limit + 1);
      const { shown, last: end } = pageOf(rows, limit);
      return {
        gaps: shown.map(({ last: _, ...gap }) => gap),
        next: end && { asked: end.asked, last: end.last },
        total: one<{ total: number }>(countGaps, from)!.total,
      };
    },

    answers(filter: AnswerFilter, { limit, before }: { limit: number; before?: number }): AnswerPage {
      const conditions: [string, SQLInputValue | undefined][] = [
        // By time, as an index has it: a page of one day reads no other day's answers.
        ['(at, sequence) < (SELECT at, sequence FROM answers WHERE sequence = ?)', before],
        ['refused = ?', filter.refused === undefined ? undefined : filter.refused ? 1 : 0],
        ['grounded = ?', filter.grounded],
        [
          `(model = '${EXTRACTIVE}' AND grounded IS NOT NULL) = ?`,
          filter.quoted === undefined ? undefined : filter.quoted ? 1 : 0,
        ],
        ['model = ?', filter.model],
        ['at >= ?', filter.from],
        ['at < ?', filter.to],
      ];
      const given = conditions.filter((condition) => condition[1] !== undefined);
      const where = ['TRUE', ...given.map(([text]) => text)].join(' AND ');
      const sql = `SELECT * FROM answers WHERE ${where} ORDER BY at DESC, sequence DESC LIMIT ?`;
      const statement = statements.get(sql) ?? connection.prepare(sql);
      statements.set(sql, statement);
      const rows = all<AnswerRow>(statement, ...given.map(([, value]) => value!), limit + 1);
      const { shown, last } = pageOf(rows, limit);
      return { answers: shown.map(answerOf), nextBefore: last?.sequence };
    },

    answer(correlationId: string): AnswerRecord | undefined {
      const row = one<AnswerRow>(selectLast, correlationId);
      return row && answerOf(row);
    },
  };
}
