import type { AnswerStore } from '../../../ports/answer-store.ts';
import { createSqlAnswerStore } from '../../sql/answer-store.ts';
import type { Connection } from '../connection.ts';
import { migrate } from '../migrations.ts';
import { pingOf } from '../ping.ts';
import { sqlDatabaseOf } from '../sql-database.ts';
import { ANSWER_MIGRATIONS } from './answer-schema.ts';

const ANSWERS_MAX = 10_000_000;
const TEXTS_MAX = 1_000_000;

/** Records of answers in PostgreSQL. Disposing of it closes the connection. */
export async function openPostgresAnswerStore(
  connection: Connection,
  { answersMax = ANSWERS_MAX, textsMax = TEXTS_MAX }: { answersMax?: number; textsMax?: number } = {},
): Promise<AnswerStore> {
  await migrate(connection, 'answers', ANSWER_MIGRATIONS);

  return {
    ...createSqlAnswerStore(sqlDatabaseOf(connection), { answers: answersMax, texts: textsMax }),
    ping: pingOf(connection),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
