import type { AnsweredText, AnswerStore } from '../../../ports/answer-store.ts';
import * as sql from '../../sql/answer-statements.ts';
import { openConnection } from '../connection.ts';
import type { OnMigration } from '../database.ts';
import { ANSWER_LAYOUT } from './answer-schema.ts';

/** Maximum of stored answers, about 150 bytes each, and of those stored with their texts, about 1 KB each. */
const ANSWERS_MAX = 1_000_000;
const TEXTS_MAX = 100_000;
/** Rows deleted by one call. */
const FORGOTTEN_MAX = 1_000;

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
  const { read, write, one, all, run } = connection;
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
    add: (answers) =>
      write(() => {
        for (const given of answers) {
          run(sql.INSERT_ANSWER, ...sql.answerValues(given));
          for (const count of sql.countStatements(given)) run(count.sql, ...count.values);
        }
      }),
    find: (correlationId) => read(() => one<AnsweredText>(sql.SELECT_TEXT, correlationId)),
    async forget({ texts, answers, figures }) {
      const forgottenTo = await write(() => {
        const upTo = lastTooOld(texts, textsMax);
        const forgotten = all<{ sequence: number }>(FORGET_TEXTS, textless, upTo);
        run(DELETE_ANSWERS, lastTooOld(answers, answersMax));
        for (const statement of sql.forgetFigures(figures)) run(statement.sql, ...statement.values);
        return forgotten.length < FORGOTTEN_MAX
          ? upTo
          : Math.max(...forgotten.map(({ sequence }) => sequence));
      });
      // Not within the write, which may fail as a whole: then all of them still have their texts.
      textless = Math.max(textless, forgottenTo);
    },
    figures: ({ fromHour, hoursEach }) =>
      read(() => ({
        buckets: all(sql.FIGURES.buckets, fromHour, hoursEach),
        latencies: all(sql.FIGURES.latencies, fromHour, hoursEach),
        usage: all(sql.FIGURES.usage, fromHour, hoursEach),
        models: all(sql.FIGURES.models, fromHour),
      })),
    gaps: (from, { limit, before = { asked: Number.MAX_SAFE_INTEGER, last: 0 } }) =>
      read(() => {
        const rows = all<sql.GapRow>(sql.SELECT_GAPS, from, before.asked, before.last, limit + 1);
        return sql.gapPageOf(rows, limit, one<{ total: number }>(sql.COUNT_GAPS, from)!.total);
      }),
    answers: (filter, page) =>
      read(() => {
        const select = sql.selectAnswers(filter, page);
        return sql.answerPageOf(all<sql.AnswerRow>(select.sql, ...select.values), page.limit);
      }),
    answer: (correlationId) =>
      read(() => {
        const row = one<sql.AnswerRow>(sql.SELECT_ANSWER, correlationId);
        return row && sql.answerOf(row);
      }),
    ping: connection.ping,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

const FORGET_TEXTS = `
  UPDATE answers SET question = NULL, standalone = NULL, question_key = NULL, answer = NULL WHERE sequence IN (
    SELECT sequence FROM answers WHERE sequence > $1 AND sequence <= $2 ORDER BY sequence LIMIT ${FORGOTTEN_MAX}
  ) RETURNING sequence`;

const DELETE_ANSWERS = `
  DELETE FROM answers WHERE sequence IN (
    SELECT sequence FROM answers WHERE sequence <= $1 ORDER BY sequence LIMIT ${FORGOTTEN_MAX}
  )`;
