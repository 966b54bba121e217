import type { AnswerStore } from '../../../ports/answer-store.ts';
import {
  createSqlAnswerStore,
  DELETE_ANSWERS,
  FORGOTTEN_MAX,
  forgetFigures,
} from '../../sql/answer-store.ts';
import { openConnection } from '../connection.ts';
import type { OnMigration } from '../database.ts';
import { sqlDatabaseOf } from '../sql-database.ts';
import { ANSWER_LAYOUT } from './answer-schema.ts';

/** Maximum of stored answers, about 150 bytes each, and of those stored with their texts, about 1 KB each. */
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
  const { write, one, all, run } = connection;
  /** Answers up to this one have no text any more. */
  let textless = 0;

  /** The last answer that is older than a time, or that has as many newer ones as are kept. */
  function lastTooOld(time: number, newerMax: number): number {
    const before = one<{ sequence: number }>(
      'SELECT sequence FROM answers WHERE at < $1 ORDER BY at DESC, sequence DESC LIMIT 1',
      time,
    );
    const { last } = one<{ last: number }>('SELECT COALESCE(MAX(sequence), 0) AS last FROM answers')!;
    return Math.max(before?.sequence ?? 0, last - newerMax);
  }

  return {
    ...createSqlAnswerStore(sqlDatabaseOf(connection)),
    async forget({ texts, answers, figures }) {
      const forgottenTo = await write(() => {
        const upTo = lastTooOld(texts, textsMax);
        const forgotten = all<{ sequence: number }>(FORGET_TEXTS, textless, upTo);
        run(DELETE_ANSWERS, lastTooOld(answers, answersMax));
        for (const statement of forgetFigures(figures)) run(statement.sql, ...statement.values);
        return forgotten.length < FORGOTTEN_MAX
          ? upTo
          : Math.max(...forgotten.map(({ sequence }) => sequence));
      });
      // Not within the write, which may fail as a whole: then all of them still have their texts.
      textless = Math.max(textless, forgottenTo);
    },
    ping: connection.ping,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

const FORGET_TEXTS = `
  UPDATE answers SET question = NULL, standalone = NULL, question_key = NULL, answer = NULL WHERE sequence IN (
    SELECT sequence FROM answers WHERE sequence > $1 AND sequence <= $2 ORDER BY sequence LIMIT ${FORGOTTEN_MAX}
  ) RETURNING sequence`;
