import type { SQLInputValue } from 'node:sqlite';
import type { AnsweredText, AnswerStore } from '../../../ports/answer-store.ts';
import { openConnection } from '../connection.ts';
import { all, type OnMigration, one } from '../database.ts';
import { createAnswerFigures } from './answer-figures.ts';
import { createAnswerPages } from './answer-pages.ts';
import { ANSWER_LAYOUT } from './answer-schema.ts';

/** Most answers kept, about 150 bytes each, and most of them kept with their texts, about 1 KB each. */
const ANSWERS_MAX = 1_000_000;
const TEXTS_MAX = 100_000;
/** Most rows deleted by one call. */
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
  const { read, write } = connection;
  const insert = connection.prepare(
    `INSERT INTO answers (
       correlation_id, at, question, standalone, question_key, answer, refused, grounded, grounded_score, best_score,
       mode, model, prompt_tokens, completion_tokens, retrieve_ms, generate_ms, total_ms
     ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const select = connection.prepare(
    `SELECT question, question_key AS questionKey, answer, at FROM answers
     WHERE correlation_id = ? AND question IS NOT NULL ORDER BY sequence DESC LIMIT 1`,
  );
  const selectLast = connection.prepare('SELECT COALESCE(MAX(sequence), 0) AS last FROM answers');
  const selectBefore = connection.prepare(
    'SELECT sequence FROM answers WHERE at < ? ORDER BY at DESC, sequence DESC LIMIT 1',
  );
  const forgetTexts = connection.prepare(
    `UPDATE answers SET question = NULL, standalone = NULL, question_key = NULL, answer = NULL WHERE sequence IN (
       SELECT sequence FROM answers WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ${FORGOTTEN_MAX}
     ) RETURNING sequence`,
  );
  const deleteAnswers = connection.prepare(
    `DELETE FROM answers WHERE sequence IN (
       SELECT sequence FROM answers WHERE sequence <= ? ORDER BY sequence LIMIT ${FORGOTTEN_MAX}
     )`,
  );
  const figures = createAnswerFigures(connection);
  const pages = createAnswerPages(connection);
  /** Answers up to this one have no text any more. */
  let textless = 0;

  /** The last answer that is older than a time, or that exceeds a number of newer ones. */
  function lastTooOld(time: number, keptMax: number): number {
    const before = one<{ sequence: number }>(selectBefore, time)?.sequence ?? 0;
    return Math.max(before, one<{ last: number }>(selectLast)!.last - keptMax);
  }

  return {
    add: (answers) =>
      write(() => {
        for (const given of answers) {
          const values: SQLInputValue[] = [
            ...[given.correlationId, given.at, given.question, given.standalone, given.questionKey],
            ...[given.answer, given.refused ? 1 : 0, given.grounded, given.groundedScore, given.bestScore],
            ...[given.mode, given.model, given.usage?.promptTokens ?? null],
            ...[given.usage?.completionTokens ?? null, given.retrieveMs, given.generateMs, given.totalMs],
          ];
          insert.run(...values);
          figures.count(given);
        }
      }),
    find: (correlationId) => read(() => one<AnsweredText>(select, correlationId)),
    async forget({ texts, answers, figures: ofHours }) {
      const forgottenTo = await write(() => {
        const upTo = lastTooOld(texts, textsMax);
        const forgotten = all<{ sequence: number }>(forgetTexts, textless, upTo);
        deleteAnswers.run(lastTooOld(answers, answersMax));
        figures.forget(ofHours);
        return forgotten.length < FORGOTTEN_MAX
          ? upTo
          : Math.max(...forgotten.map(({ sequence }) => sequence));
      });
      // Not within the write, which may fail as a whole: then all of them still have their texts.
      textless = Math.max(textless, forgottenTo);
    },
    figures: (of) => read(() => figures.read(of)),
    gaps: (from, page) => read(() => pages.gaps(from, page)),
    answers: (filter, page) => read(() => pages.answers(filter, page)),
    answer: (correlationId) => read(() => pages.answer(correlationId)),
    ping: connection.ping,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
