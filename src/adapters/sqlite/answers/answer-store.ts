import type { AnswerStore } from '../../../ports/answer-store.ts';
import { createSqlAnswerStore } from '../../sql/answer-store.ts';
import { openConnection } from '../connection.ts';
import type { OnMigration } from '../database.ts';
import { sqlDatabaseOf } from '../sql-database.ts';
import { ANSWER_LAYOUT } from './answer-schema.ts';

const ANSWERS_MAX = 1_000_000;
const TEXTS_MAX = 100_000;

/**
 * Opens or creates the SQLite file at `path`.
 *
 * @throws {Error} When the file is another program's or a newer Docent's.
 */
export function openSqliteAnswerStore(
  path: string,
  {
    answersMax = ANSWERS_MAX,
    textsMax = TEXTS_MAX,
    onMigration,
  }: { answersMax?: number; textsMax?: number; onMigration?: OnMigration } = {},
): AnswerStore {
  const connection = openConnection(path, 'answer_store', ANSWER_LAYOUT, onMigration);
  return {
    ...createSqlAnswerStore(sqlDatabaseOf(connection), { answers: answersMax, texts: textsMax }),
    ping: connection.ping,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
