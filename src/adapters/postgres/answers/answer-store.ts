import type { AnsweredText, AnswerFigures, AnswerStore } from '../../../ports/answer-store.ts';
import * as sql from '../../sql/answer-statements.ts';
import type { Connection, Queries } from '../connection.ts';
import { migrate } from '../migrations.ts';
import { pingOf } from '../ping.ts';
import { ANSWER_MIGRATIONS } from './answer-schema.ts';

/** Maximum of stored answers, about 150 bytes each, and of those stored with their texts, about 1 KB each. */
const ANSWERS_MAX = 10_000_000;
const TEXTS_MAX = 1_000_000;
/** Rows deleted by one call. */
const FORGOTTEN_MAX = 1_000;

/** Records of answers in PostgreSQL. Disposing of it closes the connection. */
export async function openPostgresAnswerStore(
  connection: Connection,
  { answersMax = ANSWERS_MAX, textsMax = TEXTS_MAX }: { answersMax?: number; textsMax?: number } = {},
): Promise<AnswerStore> {
  await migrate(connection, 'answers', ANSWER_MIGRATIONS);
  const { query } = connection;

  return {
    add: (answers) =>
      connection.transaction(async (queries) => {
        for (const given of answers) {
          await queries.query(sql.INSERT_ANSWER, sql.answerValues(given));
          for (const count of sql.countStatements(given)) await queries.query(count.sql, count.values);
        }
      }),

    find: async (correlationId) => (await query<AnsweredText>(sql.SELECT_TEXT, [correlationId]))[0],

    forget: ({ texts, answers, figures }) =>
      connection.transaction(async (queries) => {
        await queries.query(FORGET_TEXTS, [await lastTooOld(queries, texts, textsMax)]);
        await queries.query(DELETE_ANSWERS, [await lastTooOld(queries, answers, answersMax)]);
        for (const statement of sql.forgetFigures(figures))
          await queries.query(statement.sql, statement.values);
      }),

    async figures({ fromHour, hoursEach }) {
      const range = [fromHour, hoursEach];
      const [buckets, latencies, usage, models] = await Promise.all([
        query<AnswerFigures['buckets'][number]>(sql.FIGURES.buckets, range),
        query<AnswerFigures['latencies'][number]>(sql.FIGURES.latencies, range),
        query<AnswerFigures['usage'][number]>(sql.FIGURES.usage, range),
        query<AnswerFigures['models'][number]>(sql.FIGURES.models, [fromHour]),
      ]);
      return { buckets, latencies, usage, models };
    },

    async gaps(from, { limit, before = { asked: Number.MAX_SAFE_INTEGER, last: 0 } }) {
      const rows = await query<sql.GapRow>(sql.SELECT_GAPS, [from, before.asked, before.last, limit + 1]);
      const [counted] = await query<{ total: number }>(sql.COUNT_GAPS, [from]);
      return sql.gapPageOf(rows, limit, counted!.total);
    },

    async answers(filter, page) {
      const select = sql.selectAnswers(filter, page);
      return sql.answerPageOf(await query<sql.AnswerRow>(select.sql, select.values), page.limit);
    },

    async answer(correlationId) {
      const [row] = await query<sql.AnswerRow>(sql.SELECT_ANSWER, [correlationId]);
      return row && sql.answerOf(row);
    },

    ping: pingOf(connection),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

/** The last answer that is older than a time, or that has as many newer ones as are kept. */
async function lastTooOld({ query }: Queries, time: number, newerMax: number): Promise<number> {
  const [row] = await query<{ last: number }>(
    `SELECT greatest(
       (SELECT sequence FROM answers WHERE at < $1 ORDER BY at DESC, sequence DESC LIMIT 1),
       (SELECT sequence FROM answers ORDER BY sequence DESC OFFSET $2 LIMIT 1),
       0
     ) AS last`,
    [time, newerMax],
  );
  return row!.last;
}

const FORGET_TEXTS = `
  UPDATE answers SET question = NULL, standalone = NULL, question_key = NULL, answer = NULL WHERE sequence IN (
    SELECT sequence FROM answers WHERE question IS NOT NULL AND sequence <= $1
    ORDER BY sequence LIMIT ${FORGOTTEN_MAX}
  )`;

const DELETE_ANSWERS = `
  DELETE FROM answers WHERE sequence IN (
    SELECT sequence FROM answers WHERE sequence <= $1 ORDER BY sequence LIMIT ${FORGOTTEN_MAX}
  )`;
