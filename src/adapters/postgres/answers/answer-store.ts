import type { AnswerStore } from '../../../ports/answer-store.ts';
import {
  createSqlAnswerStore,
  DELETE_ANSWERS,
  FORGOTTEN_MAX,
  forgetFigures,
} from '../../sql/answer-store.ts';
import type { Connection, Queries } from '../connection.ts';
import { migrate } from '../migrations.ts';
import { pingOf } from '../ping.ts';
import { sqlDatabaseOf } from '../sql-database.ts';
import { ANSWER_MIGRATIONS } from './answer-schema.ts';

/** Maximum of stored answers, about 150 bytes each, and of those stored with their texts, about 1 KB each. */
const ANSWERS_MAX = 10_000_000;
const TEXTS_MAX = 1_000_000;

/** Records of answers in PostgreSQL. Disposing of it closes the connection. */
export async function openPostgresAnswerStore(
  connection: Connection,
  { answersMax = ANSWERS_MAX, textsMax = TEXTS_MAX }: { answersMax?: number; textsMax?: number } = {},
): Promise<AnswerStore> {
  await migrate(connection, 'answers', ANSWER_MIGRATIONS);

  return {
    ...createSqlAnswerStore(sqlDatabaseOf(connection)),
    forget: ({ texts, answers, figures }) =>
      connection.transaction(async (queries) => {
        await queries.query(FORGET_TEXTS, [await lastTooOld(queries, texts, textsMax)]);
        await queries.query(DELETE_ANSWERS, [await lastTooOld(queries, answers, answersMax)]);
        for (const statement of forgetFigures(figures)) await queries.query(statement.sql, statement.values);
      }),

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
