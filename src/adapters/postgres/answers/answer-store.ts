import { EXTRACTIVE } from '../../../model-providers.ts';
import type { AnsweredQuestion, AnsweredText, AnswerStore, GapPage } from '../../../ports/answer-store.ts';
import { type AnswerRow, answerOf } from '../../answer-row.ts';
import { pageOf } from '../../page-of.ts';
import type { Connection, Queries } from '../connection.ts';
import { migrate } from '../migrations.ts';
import { pingOf } from '../ping.ts';
import { countAnswers, forgetFigures, readFigures } from './answer-figures.ts';
import { ANSWER_MIGRATIONS } from './answer-schema.ts';

/** Most answers kept, about 150 bytes each, and most of them kept with their texts, about 1 KB each. */
const ANSWERS_MAX = 10_000_000;
const TEXTS_MAX = 1_000_000;
/** Most rows deleted by one call. */
const FORGOTTEN_MAX = 1_000;
/** Beyond any sequence or time. */
const MAX = Number.MAX_SAFE_INTEGER;

/** Questions refused since a time and not answered later. */
const GAPS = `
  (
    SELECT question_key, count(*) AS asked, max(sequence) AS last, max(best_score) AS best_score
    FROM answers WHERE refused = 1 AND question_key IS NOT NULL AND at >= $1 GROUP BY question_key
  ) g
  WHERE NOT EXISTS (
    SELECT 1 FROM answers later
    WHERE later.question_key = g.question_key AND later.refused = 0 AND later.sequence > g.last
  )`;

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
        for (const answer of answers) await insert(queries, answer);
        await countAnswers(queries, answers);
      }),

    async find(correlationId) {
      const [found] = await query<AnsweredText>(
        `SELECT question, question_key AS "questionKey", answer, at FROM answers
         WHERE correlation_id = $1 AND question IS NOT NULL ORDER BY sequence DESC LIMIT 1`,
        [correlationId],
      );
      return found;
    },

    forget: ({ texts, answers, figures }) =>
      connection.transaction(async (queries) => {
        await queries.query(
          `UPDATE answers SET question = NULL, standalone = NULL, question_key = NULL, answer = NULL
           WHERE sequence IN (
             SELECT sequence FROM answers WHERE question IS NOT NULL AND sequence <= $1
             ORDER BY sequence LIMIT ${FORGOTTEN_MAX}
           )`,
          [await lastTooOld(queries, texts, textsMax)],
        );
        await queries.query(
          `DELETE FROM answers WHERE sequence IN (
             SELECT sequence FROM answers WHERE sequence <= $1 ORDER BY sequence LIMIT ${FORGOTTEN_MAX}
           )`,
          [await lastTooOld(queries, answers, answersMax)],
        );
        await forgetFigures(queries, figures);
      }),

    figures: (of) => readFigures(connection, of),

    async gaps(from, { limit, before = { asked: MAX, last: 0 } }) {
      const rows = await query<GapPage['gaps'][number] & { last: number }>(
        `SELECT g.asked, g.last, g.best_score AS "bestScore", a.correlation_id AS "correlationId",
           a.at AS "lastAskedAt", coalesce(a.standalone, a.question) AS question
         FROM (SELECT g.* FROM ${GAPS}) g JOIN answers a ON a.sequence = g.last
         WHERE (g.asked, g.last) < ($2, $3) ORDER BY g.asked DESC, g.last DESC LIMIT $4`,
        [from, before.asked, before.last, limit + 1],
      );
      const [counted] = await query<{ total: number }>(`SELECT count(*) AS total FROM ${GAPS}`, [from]);
      const { shown, last } = pageOf(rows, limit);
      return {
        gaps: shown.map(({ last: _, ...gap }) => gap),
        next: last && { asked: last.asked, last: last.last },
        total: counted!.total,
      };
    },

    async answers({ refused, grounded, quoted, model, from, to }, { limit, before }) {
      const rows = await query<AnswerRow>(
        `SELECT * FROM answers
         WHERE ($1::bigint IS NULL OR (at, sequence) < (SELECT at, sequence FROM answers WHERE sequence = $1))
           AND ($2::boolean IS NULL OR (refused = 1) = $2)
           AND ($3::text IS NULL OR grounded = $3)
           AND ($4::boolean IS NULL OR (model = '${EXTRACTIVE}' AND grounded IS NOT NULL) = $4)
           AND ($5::text IS NULL OR model = $5)
           AND at >= $6 AND at < $7
         ORDER BY at DESC, sequence DESC LIMIT $8`,
        [
          ...[before, refused, grounded, quoted, model].map((value) => value ?? null),
          from ?? 0,
          to ?? MAX,
          limit + 1,
        ],
      );
      const { shown, last } = pageOf(rows, limit);
      return { answers: shown.map(answerOf), nextBefore: last?.sequence };
    },

    async answer(correlationId) {
      const [row] = await query<AnswerRow>(
        'SELECT * FROM answers WHERE correlation_id = $1 ORDER BY sequence DESC LIMIT 1',
        [correlationId],
      );
      return row && answerOf(row);
    },

    ping: pingOf(connection),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

async function insert({ query }: Queries, given: AnsweredQuestion): Promise<void> {
  await query(
    `INSERT INTO answers (
       correlation_id, at, question, standalone, question_key, answer, refused, grounded, grounded_score, best_score,
       mode, model, prompt_tokens, completion_tokens, retrieve_ms, generate_ms, total_ms
     ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      ...[given.correlationId, given.at, given.question, given.standalone, given.questionKey],
      ...[given.answer, given.refused ? 1 : 0, given.grounded, given.groundedScore, given.bestScore],
      ...[given.mode, given.model, given.usage?.promptTokens ?? null],
      ...[given.usage?.completionTokens ?? null, given.retrieveMs, given.generateMs, given.totalMs],
    ],
  );
}

/** The last answer that is older than a time, or that exceeds a number of newer ones. */
async function lastTooOld({ query }: Queries, time: number, keptMax: number): Promise<number> {
  const [row] = await query<{ last: number }>(
    `SELECT greatest(
       (SELECT sequence FROM answers WHERE at < $1 ORDER BY at DESC, sequence DESC LIMIT 1),
       (SELECT sequence FROM answers ORDER BY sequence DESC OFFSET $2 LIMIT 1),
       0
     ) AS last`,
    [time, keptMax],
  );
  return row!.last;
}
