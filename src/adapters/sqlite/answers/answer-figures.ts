import { EXTRACTIVE } from '../../../model-providers.ts';
import type { AnsweredQuestion, AnswerFigures } from '../../../ports/answer-store.ts';
import type { Connection } from '../connection.ts';
import { all } from '../database.ts';

const HOUR_MS = 3_600_000;
/** Numbers are bound as floating-point ones. */
const BUCKET = 'CAST((hour - ?1) / ?2 AS INTEGER)';
const VERDICTS = ['supported', 'partial', 'unsupported'] as const;
const COUNTS = ['answers', 'refused', ...VERDICTS] as const;
/** Quotations are counted apart, as checking them says nothing. */
const SUMS = [
  'SUM(answers) AS answers',
  'SUM(refused) AS refused',
  `SUM(IIF(model = '${EXTRACTIVE}', ${VERDICTS.join(' + ')}, 0)) AS quoted`,
  ...VERDICTS.map((verdict) => `SUM(IIF(model = '${EXTRACTIVE}', 0, ${verdict})) AS ${verdict}`),
].join(', ');

/** Answers counted by hour. */
export function createAnswerFigures(connection: Connection) {
  const countAnswer = connection.prepare(
    `INSERT INTO answer_hours VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?) ON CONFLICT (hour, model) DO UPDATE SET
       ${[...COUNTS, 'prompt_tokens', 'completion_tokens']
         .map((column) => `${column} = ${column} + excluded.${column}`)
         .join(', ')}`,
  );
  const countLatency = connection.prepare(
    `INSERT INTO latency_hours VALUES (?, ?, 1)
     ON CONFLICT (hour, class) DO UPDATE SET answers = answers + 1`,
  );
  const selectBuckets = connection.prepare(
    `SELECT ${BUCKET} AS bucket, ${SUMS} FROM answer_hours WHERE hour >= ?1 GROUP BY bucket ORDER BY bucket`,
  );
  const selectLatencies = connection.prepare(
    `SELECT ${BUCKET} AS bucket, class AS latencyClass, SUM(answers) AS answers
     FROM latency_hours WHERE hour >= ?1 GROUP BY bucket, class ORDER BY bucket, class`,
  );
  const selectModels = connection.prepare(
    `SELECT model, ${SUMS}, SUM(prompt_tokens) AS promptTokens, SUM(completion_tokens) AS completionTokens
     FROM answer_hours WHERE hour >= ? GROUP BY model ORDER BY answers DESC, model`,
  );
  const selectUsage = connection.prepare(
    `SELECT ${BUCKET} AS bucket, model, SUM(prompt_tokens) AS promptTokens, SUM(completion_tokens) AS completionTokens
     FROM answer_hours WHERE hour >= ?1 AND prompt_tokens + completion_tokens > 0 GROUP BY bucket, model`,
  );
  const forget = ['answer_hours', 'latency_hours'].map((table) =>
    connection.prepare(`DELETE FROM ${table} WHERE hour < ?`),
  );

  return {
    count({ at, model, refused, grounded, usage, latencyClass }: AnsweredQuestion): void {
      const hour = Math.floor(at / HOUR_MS);
      const verdicts = VERDICTS.map((verdict) => (grounded === verdict ? 1 : 0));
      const tokens = [usage?.promptTokens ?? 0, usage?.completionTokens ?? 0];
      countAnswer.run(hour, model, refused ? 1 : 0, ...verdicts, ...tokens);
      countLatency.run(hour, latencyClass);
    },
    read: ({ fromHour, hoursEach }: { fromHour: number; hoursEach: number }): AnswerFigures => ({
      buckets: all(selectBuckets, fromHour, hoursEach),
      latencies: all(selectLatencies, fromHour, hoursEach),
      usage: all(selectUsage, fromHour, hoursEach),
      models: all(selectModels, fromHour),
    }),
    forget(olderThan: number): void {
      for (const statement of forget) statement.run(Math.floor(olderThan / HOUR_MS));
    },
  };
}
