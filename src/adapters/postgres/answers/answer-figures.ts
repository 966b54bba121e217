import { EXTRACTIVE } from '../../../model-providers.ts';
import type { AnsweredQuestion, AnswerFigures } from '../../../ports/answer-store.ts';
import type { Queries } from '../connection.ts';

const HOUR_MS = 3_600_000;
const BUCKET = '(hour - $1) / $2';
const VERDICTS = ['supported', 'partial', 'unsupported'] as const;
const COUNTS = ['answers', 'refused', ...VERDICTS, 'prompt_tokens', 'completion_tokens'] as const;
const sum = (of: string, as: string) => `coalesce(sum(${of}), 0)::bigint AS ${as}`;
/** Quotations are counted apart, as checking them says nothing. */
const SUMS = [
  sum('answers', 'answers'),
  sum('refused', 'refused'),
  sum(`CASE model WHEN '${EXTRACTIVE}' THEN ${VERDICTS.join(' + ')} END`, 'quoted'),
  ...VERDICTS.map((verdict) => sum(`CASE model WHEN '${EXTRACTIVE}' THEN 0 ELSE ${verdict} END`, verdict)),
].join(', ');
const TOKENS = `${sum('prompt_tokens', '"promptTokens"')}, ${sum('completion_tokens', '"completionTokens"')}`;

/** Adds answers to the counts of their hours. For use in a transaction. */
export async function countAnswers({ query }: Queries, answers: readonly AnsweredQuestion[]): Promise<void> {
  for (const { at, model, refused, grounded, usage, latencyClass } of answers) {
    const hour = Math.floor(at / HOUR_MS);
    const verdicts = VERDICTS.map((verdict) => (grounded === verdict ? 1 : 0));
    const tokens = [usage?.promptTokens ?? 0, usage?.completionTokens ?? 0];
    await query(
      `INSERT INTO answer_hours AS h VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (hour, model) DO UPDATE SET ${COUNTS.map((name) => `${name} = h.${name} + excluded.${name}`).join(', ')}`,
      [hour, model, refused ? 1 : 0, ...verdicts, ...tokens],
    );
    await query(
      `INSERT INTO latency_hours AS h VALUES ($1, $2, 1)
       ON CONFLICT (hour, class) DO UPDATE SET answers = h.answers + 1`,
      [hour, latencyClass],
    );
  }
}

export async function readFigures(
  { query }: Queries,
  { fromHour, hoursEach }: { fromHour: number; hoursEach: number },
): Promise<AnswerFigures> {
  const range = [fromHour, hoursEach];
  const [buckets, latencies, usage, models] = await Promise.all([
    query<AnswerFigures['buckets'][number]>(
      `SELECT ${BUCKET} AS bucket, ${SUMS} FROM answer_hours WHERE hour >= $1 GROUP BY 1 ORDER BY 1`,
      range,
    ),
    query<AnswerFigures['latencies'][number]>(
      `SELECT ${BUCKET} AS bucket, class AS "latencyClass", ${sum('answers', 'answers')}
       FROM latency_hours WHERE hour >= $1 GROUP BY 1, 2 ORDER BY 1, 2`,
      range,
    ),
    query<AnswerFigures['usage'][number]>(
      `SELECT ${BUCKET} AS bucket, model, ${TOKENS}
       FROM answer_hours WHERE hour >= $1 AND prompt_tokens + completion_tokens > 0 GROUP BY 1, 2`,
      range,
    ),
    query<AnswerFigures['models'][number]>(
      `SELECT model, ${SUMS}, ${TOKENS} FROM answer_hours WHERE hour >= $1 GROUP BY model ORDER BY 2 DESC, model`,
      [fromHour],
    ),
  ]);
  return { buckets, latencies, usage, models };
}

export async function forgetFigures({ query }: Queries, olderThan: number): Promise<void> {
  for (const table of ['answer_hours', 'latency_hours'])
    await query(`DELETE FROM ${table} WHERE hour < $1`, [Math.floor(olderThan / HOUR_MS)]);
}
