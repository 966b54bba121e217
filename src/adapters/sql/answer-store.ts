import { EXTRACTIVE } from '../../kernel/model-providers.ts';
import type {
  AnsweredQuestion,
  AnsweredText,
  AnswerFigures,
  AnswerFilter,
  AnswerRecord,
  AnswerStore,
  GapPage,
} from '../../ports/answer-store.ts';
import { pageOf } from '../page-of.ts';
import { columns, insertion, type RowOf, valuesOf } from './fields.ts';
import {
  firstOf,
  rowsOf,
  type SqlDatabase,
  type SqlValue,
  type Statement,
  totalOf,
  type Work,
} from './work.ts';

/** Rows deleted by one call of `forget`. */
const FORGOTTEN_MAX = 1_000;

/**
 * Records of answers on statements that SQLite and PostgreSQL both run.
 *
 * @param options.answersMax About 150 bytes each.
 * @param options.textsMax Of those stored with their texts, about 1 KB each.
 */
export function createSqlAnswerStore(
  database: SqlDatabase,
  { answersMax, textsMax }: { readonly answersMax: number; readonly textsMax: number },
): AnswerStore {
  const { read, write, ping } = database;
  /** Answers up to this one have no text any more. */
  let textless = 0;

  return {
    add: (answers) =>
      write(function* () {
        for (const given of answers) {
          yield* rowsOf(INSERT_ANSWER, answerValues(given));
          const hour = Math.floor(given.at / HOUR_MS);
          yield* rowsOf(COUNT_ANSWER, [hour, ...countedValues(given)]);
          yield* rowsOf(COUNT_LATENCY, [hour, given.latencyClass]);
        }
      }),
    find: (correlationId) => read(() => firstOf<AnsweredText>(SELECT_TEXT, [correlationId])),
    figures: ({ fromHour, hoursEach }) =>
      read(function* () {
        const range = [fromHour, hoursEach];
        return {
          buckets: yield* rowsOf<AnswerFigures['buckets'][number]>(FIGURES.buckets, range),
          latencies: yield* rowsOf<AnswerFigures['latencies'][number]>(FIGURES.latencies, range),
          usage: yield* rowsOf<AnswerFigures['usage'][number]>(FIGURES.usage, range),
          models: yield* rowsOf<AnswerFigures['models'][number]>(FIGURES.models, [fromHour]),
        };
      }),
    gaps: (from, { limit, before = { asked: Number.MAX_SAFE_INTEGER, last: 0 } }) =>
      read(function* () {
        const rows = yield* rowsOf<GapRow>(SELECT_GAPS, [from, before.asked, before.last, limit + 1]);
        const { shown, last } = pageOf(rows, limit);
        return {
          gaps: shown.map(({ last: _, ...gap }) => gap),
          next: last && { asked: last.asked, last: last.last },
          total: yield* totalOf(COUNT_GAPS, [from]),
        };
      }),
    answers: (filter, page) =>
      read(function* () {
        const { sql, values } = selectAnswers(filter, page);
        const { shown, last } = pageOf(yield* rowsOf<AnswerRow>(sql, values), page.limit);
        return { answers: shown.map(answerOf), nextBefore: last?.sequence };
      }),
    answer: (correlationId) =>
      read(function* () {
        const row = yield* firstOf<AnswerRow>(SELECT_ANSWER, [correlationId]);
        return row && answerOf(row);
      }),
    async forget({ texts, answers, figures }) {
      const forgottenTo = await write(function* () {
        const upTo = yield* lastTooOld(texts, textsMax);
        const forgotten = yield* rowsOf<{ sequence: number }>(FORGET_TEXTS, [textless, upTo]);
        yield* rowsOf(DELETE_ANSWERS, [yield* lastTooOld(answers, answersMax)]);
        for (const table of ['answer_hours', 'latency_hours'])
          yield* rowsOf(`DELETE FROM ${table} WHERE hour < $1`, [Math.floor(figures / HOUR_MS)]);
        return forgotten.length < FORGOTTEN_MAX
          ? upTo
          : Math.max(...forgotten.map(({ sequence }) => sequence));
      });
      // Not within the write, which may fail as a whole: then all of them still have their texts.
      textless = Math.max(textless, forgottenTo);
    },
    ping,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** The last answer that is older than a time, or that has as many newer ones as are kept. */
function* lastTooOld(time: number, newerMax: number): Work<number> {
  const before = yield* firstOf<{ sequence: number }>(
    'SELECT sequence FROM answers WHERE at < $1 ORDER BY at DESC, sequence DESC LIMIT 1',
    [time],
  );
  const last = yield* totalOf('SELECT COALESCE(MAX(sequence), 0) AS total FROM answers');
  return Math.max(before?.sequence ?? 0, last - newerMax);
}

/** Values: numbers of answers: those after the first, up to the second. */
const FORGET_TEXTS = `
  UPDATE answers SET question = NULL, standalone = NULL, question_key = NULL, answer = NULL WHERE sequence IN (
    SELECT sequence FROM answers WHERE question IS NOT NULL AND sequence > $1 AND sequence <= $2
    ORDER BY sequence LIMIT ${FORGOTTEN_MAX}
  ) RETURNING sequence`;
/** Value: number of the last answer to be deleted. */
const DELETE_ANSWERS = `
  DELETE FROM answers WHERE sequence IN (
    SELECT sequence FROM answers WHERE sequence <= $1 ORDER BY sequence LIMIT ${FORGOTTEN_MAX}
  )`;

const MEASURES = [
  ...(['refused', 'grounded', 'groundedScore', 'bestScore', 'mode', 'model'] as const),
  ...(['promptTokens', 'completionTokens', 'retrieveMs', 'generateMs', 'totalMs'] as const),
];
const READ_FIELDS = ['sequence', 'correlationId', 'at', 'question', 'answer', ...MEASURES];
const WRITTEN_FIELDS = [
  ...(['correlationId', 'at', 'question', 'standalone', 'questionKey', 'answer'] as const),
  ...MEASURES,
];

interface AnswerRow extends RowOf<Omit<AnswerRecord, 'usage' | 'timingsMs'>> {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly retrieveMs: number;
  readonly generateMs: number;
  readonly totalMs: number;
}

function answerOf(row: AnswerRow): AnswerRecord {
  const { promptTokens, completionTokens, retrieveMs, generateMs, totalMs, ...answer } = row;
  return {
    ...answer,
    refused: answer.refused === 1,
    usage: promptTokens === null ? null : { promptTokens, completionTokens: completionTokens ?? 0 },
    timingsMs: { retrieve: retrieveMs, generate: generateMs, total: totalMs },
  };
}

/** Values: `answerValues`. */
const INSERT_ANSWER = `INSERT INTO answers ${insertion(WRITTEN_FIELDS)}`;

function answerValues({ usage, timingsMs, ...given }: AnsweredQuestion): SqlValue[] {
  const { promptTokens = null, completionTokens = null } = usage ?? {};
  const { retrieve: retrieveMs, generate: generateMs, total: totalMs } = timingsMs;
  const row = { ...given, promptTokens, completionTokens, retrieveMs, generateMs, totalMs };
  return valuesOf(row, WRITTEN_FIELDS);
}

/** Value: correlation id. */
const SELECT_TEXT = `
  SELECT question, question_key AS "questionKey", answer, at FROM answers
  WHERE correlation_id = $1 AND question IS NOT NULL ORDER BY sequence DESC LIMIT 1`;
const SELECT_ANSWERS = `SELECT ${columns(READ_FIELDS)} FROM answers`;
const SELECT_ANSWER = `${SELECT_ANSWERS} WHERE correlation_id = $1 ORDER BY sequence DESC LIMIT 1`;

/** A page of answers, by time, as an index has it: a page of one day reads no other day's answers. */
function selectAnswers(
  { refused, grounded, quoted, model, from, to }: AnswerFilter,
  { limit, before }: { limit: number; before?: number },
): Statement {
  const values: (string | number)[] = [];
  const parameter = (value: string | number) => `$${values.push(value)}`;
  const where = ['TRUE'];
  if (before !== undefined)
    where.push(`(at, sequence) < (SELECT at, sequence FROM answers WHERE sequence = ${parameter(before)})`);
  if (refused !== undefined) where.push(`refused = ${parameter(refused ? 1 : 0)}`);
  if (grounded !== undefined) where.push(`grounded = ${parameter(grounded)}`);
  if (quoted !== undefined)
    where.push(`${quoted ? '' : 'NOT '}(model = '${EXTRACTIVE}' AND grounded IS NOT NULL)`);
  if (model !== undefined) where.push(`model = ${parameter(model)}`);
  if (from !== undefined) where.push(`at >= ${parameter(from)}`);
  if (to !== undefined) where.push(`at < ${parameter(to)}`);
  const sql = `${SELECT_ANSWERS} WHERE ${where.join(' AND ')} ORDER BY at DESC, sequence DESC LIMIT ${parameter(limit + 1)}`;
  return { sql, values };
}

/** Questions refused since a time and not answered later. */
const GAPS = `
  (
    SELECT question_key, COUNT(*) AS asked, MAX(sequence) AS last, MAX(best_score) AS best_score
    FROM answers WHERE refused = 1 AND question_key IS NOT NULL AND at >= $1 GROUP BY question_key
  ) g
  WHERE NOT EXISTS (
    SELECT 1 FROM answers later
    WHERE later.question_key = g.question_key AND later.refused = 0 AND later.sequence > g.last
  )`;

/** Values: time, the last gap before the page (how often it was asked, its answer), rows. */
const SELECT_GAPS = `
  SELECT g.asked, g.last, g.best_score AS "bestScore", a.correlation_id AS "correlationId", a.at AS "lastAskedAt",
    COALESCE(a.standalone, a.question) AS question, a.question AS "asAsked"
  FROM (SELECT g.* FROM ${GAPS}) g JOIN answers a ON a.sequence = g.last
  WHERE (g.asked, g.last) < ($2, $3) ORDER BY g.asked DESC, g.last DESC LIMIT $4`;
const COUNT_GAPS = `SELECT COUNT(*) AS total FROM ${GAPS}`;

type GapRow = GapPage['gaps'][number] & { readonly last: number };

const HOUR_MS = 3_600_000;
const BUCKET = 'CAST((hour - $1) / $2 AS bigint) AS bucket';
const VERDICTS = ['supported', 'partial', 'unsupported'] as const;
const COUNTS = ['answers', 'refused', ...VERDICTS, 'prompt_tokens', 'completion_tokens'];
const sum = (of: string, as: string) => `CAST(COALESCE(SUM(${of}), 0) AS bigint) AS ${as}`;
/** Quotations are counted apart, as checking them says nothing. */
const SUMS = [
  sum('answers', 'answers'),
  sum('refused', 'refused'),
  sum(`CASE model WHEN '${EXTRACTIVE}' THEN ${VERDICTS.join(' + ')} END`, 'quoted'),
  ...VERDICTS.map((verdict) => sum(`CASE model WHEN '${EXTRACTIVE}' THEN 0 ELSE ${verdict} END`, verdict)),
].join(', ');
const TOKENS = `${sum('prompt_tokens', '"promptTokens"')}, ${sum('completion_tokens', '"completionTokens"')}`;

function countedValues({ model, refused, grounded, usage }: AnsweredQuestion): (string | number)[] {
  const verdicts = VERDICTS.map((verdict) => (grounded === verdict ? 1 : 0));
  return [model, refused ? 1 : 0, ...verdicts, usage?.promptTokens ?? 0, usage?.completionTokens ?? 0];
}

/** Adds an answer to the counts of its hour. Values: the hour, `countedValues`. */
const COUNT_ANSWER = `
  INSERT INTO answer_hours AS h VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (hour, model) DO UPDATE SET ${COUNTS.map((name) => `${name} = h.${name} + excluded.${name}`).join(', ')}`;
const COUNT_LATENCY = `
  INSERT INTO latency_hours AS h VALUES ($1, $2, 1)
  ON CONFLICT (hour, class) DO UPDATE SET answers = h.answers + 1`;

/** Statements of the figures. Values: first hour, and, but for `models`, hours in a bucket. */
const FIGURES = {
  buckets: `SELECT ${BUCKET}, ${SUMS} FROM answer_hours WHERE hour >= $1 GROUP BY 1 ORDER BY 1`,
  latencies: `SELECT ${BUCKET}, class AS "latencyClass", ${sum('answers', 'answers')}
    FROM latency_hours WHERE hour >= $1 GROUP BY 1, 2 ORDER BY 1, 2`,
  usage: `SELECT ${BUCKET}, model, ${TOKENS}
    FROM answer_hours WHERE hour >= $1 AND prompt_tokens + completion_tokens > 0 GROUP BY 1, 2`,
  models: `SELECT model, ${SUMS}, ${TOKENS}
    FROM answer_hours WHERE hour >= $1 GROUP BY model ORDER BY 2 DESC, model`,
};
