import { z } from 'zod';
import { CHAT_MODES } from '../../answering/answer.ts';
import { TEXT_DAYS } from '../../curation/answer-log.ts';
import { DAYS_MAX, type QualitySummary } from '../../curation/answer-quality.ts';
import { present } from '../../kernel/present.ts';
import type { AnswerRecord } from '../../ports/answer-store.ts';
import { cursorOf, sortKeysOf } from '../cursor.ts';
import { operations, problems } from '../openapi.ts';
import {
  Count,
  FromTo,
  Grounded,
  hundredths,
  idInPath,
  inDecimal,
  listOf,
  NextCursor,
  named,
  Page,
  pageOf,
  Time,
  Timings,
  timeSpan,
  timingsOf,
  Usage,
} from '../schemas/fields.ts';
import { replyOf } from '../schemas/reply.ts';
import type { RouteParts, Scope } from './route-parts.ts';

const operation = operations('quality');

const DAY_MS = 86_400_000;

/** Answer quality: figures over time, gaps in the documents, and the cases behind each number. */
export function qualityRoutes(scope: Scope, { answerQuality }: RouteParts): void {
  scope.get(
    '/quality/summary',
    operation('operate', 'qualitySummary', 'Get the quality of answers', {
      description:
        'Answers, refusals, grounding, ratings, latency, cost and ingests by day or hour, and by model. Nothing identifies who asked. Answers of the last second may be missing.',
      querystring: SummaryQuery,
      response: { 200: Summary },
    }),
    async (request) => summaryOf(await answerQuality.summary(request.query.days)),
  );

  scope.get(
    '/quality/gaps',
    operation('operate', 'listGaps', 'List unanswered questions', {
      description:
        'Equal questions are grouped, the most often refused first. Questions answered since are left out.',
      querystring: GapsQuery,
      response: { 200: Gaps },
    }),
    async (request) => {
      const { days, limit, cursor } = request.query;
      const before = sortKeysOf('gaps', cursor, { asked: 'number', last: 'number' });
      const page = await answerQuality.gaps(days, { limit, before });
      const { next } = page;
      return replyOf(Gaps, { ...page, nextCursor: cursorOf('gaps', next?.asked, next?.last) });
    },
  );

  scope.get(
    '/quality/answers',
    operation('operate', 'listAnswers', 'List answers', {
      description: 'Newest first: the cases behind the figures. Filters combine.',
      querystring: AnswersQuery,
      response: { 200: Answers },
    }),
    async (request) => {
      const { refused, grounded, quoted, model, limit, cursor } = request.query;
      const { answers, nextBefore } = await answerQuality.answers(
        { ...present({ refused, grounded, quoted, model }), ...within(request.query) },
        { limit, ...sortKeysOf('answers', cursor, { before: 'number' }) },
      );
      return { answers: answers.map(answerOf), next_cursor: cursorOf('answers', nextBefore) };
    },
  );

  scope.get(
    '/quality/answers/:correlation_id',
    operation('operate', 'answerRecord', 'Get an answer', {
      description: 'The latest with this correlation id. Answers of the last second may be missing.',
      params: AnswerPath,
      response: { 200: Answered, ...problems(404) },
    }),
    async (request) => answerOf(await answerQuality.answer(request.params.correlation_id)),
  );
}

/** The overlap of a day and a time range. */
function within({ day, ...given }: z.output<typeof AnswersQuery>): { from?: number; to?: number } {
  const { from, to } = timeSpan(given);
  if (day === undefined) return timeSpan(given);
  const start = Date.parse(day);
  return { from: Math.max(start, from ?? start), to: Math.min(start + DAY_MS, to ?? start + DAY_MS) };
}

const Share = z.number().min(0).max(1);
const Dollars = z.number().min(0).nullable();

const SummaryQuery = z.strictObject({
  days: inDecimal(z.int().min(1).max(DAYS_MAX).default(7)).meta({
    description: 'Days in UTC, including today; 1 means the last 24 hours, by hour.',
  }),
});

const GapsQuery = z.strictObject({
  days: inDecimal(z.int().min(1).max(TEXT_DAYS).default(TEXT_DAYS)).meta({
    description: 'Days in UTC, including today; questions are kept no longer.',
  }),
  ...Page,
});

const YesOrNo = z.enum(['true', 'false']).transform((word) => word === 'true');

const AnswersQuery = z.strictObject({
  refused: YesOrNo.optional(),
  grounded: Grounded.optional(),
  quoted: YesOrNo.optional().meta({ description: 'Whether it only quotes the documents.' }),
  model: z.string().min(1).max(200).optional(),
  day: z.iso.date().optional().meta({ description: 'A day in UTC, as YYYY-MM-DD.' }),
  ...FromTo,
  ...Page,
});

const Counts = {
  answers: Count,
  refused: Count,
  quoted: Count.meta({
    description:
      'Answers that only quote. The following counts leave them out: what a language model wrote is checked, and the words of a quotation are in its source anyway.',
  }),
  supported: Count,
  partial: Count,
  unsupported: Count,
};

export const Summary = named('QualitySummary', {
  each: z.enum(['hour', 'day']),
  rows: listOf('One for each hour or day, oldest first.', {
    start: Time,
    ...Counts,
    thumbs_up: Count,
    thumbs_down: Count,
    latency_ms_p50: z.number().min(0).nullable().meta({ description: 'Accurate to 2.5 %.' }),
    latency_ms_p95: z.number().min(0).nullable(),
    cost_usd: Dollars.meta({
      description: 'Cost of the answers at the current `LLM_PRICES`; null if no model used has a price.',
    }),
    documents_done: Count.meta({
      description: 'Documents whose last ingest ended as `done` in this period.',
    }),
    documents_failed: Count,
    bytes_ingested: Count.meta({ description: 'Size of the originals of those documents.' }),
  }),
  models: listOf('Totals over all rows, the most used first.', {
    model: z.string(),
    ...Counts,
    prompt_tokens: Count,
    completion_tokens: Count,
    cost_usd: Dollars,
  }),
  model_calls: listOf('All model calls since the server started.', {
    model: z.string(),
    calls: Count.meta({ description: 'Attempts, including failed ones.' }),
    failures: Count,
    retries: Count,
    declined: Count.meta({
      description: 'Calls not made, as too many were waiting or the provider was down.',
    }),
    prompt_tokens: Count,
    completion_tokens: Count,
    cost_usd: Dollars,
  }),
});

export const Gaps = pageOf('KnowledgeGaps', {
  gaps: listOf('Most often refused first. Untrusted text.', {
    question: z.string().meta({ description: 'As last asked; a follow-up with the words it continues.' }),
    as_asked: z.string().meta({ description: 'As last asked, in these words.' }),
    asked: Count.meta({ description: 'Number of refusals.' }),
    last_asked_at: Time,
    best_score: Share.meta({ description: 'Best score of its passages.' }),
    correlation_id: z.string().meta({ description: 'Of the latest refusal.' }),
  }),
});

const AnswerPath = idInPath('correlation_id', '01939f0e-6c1a-7d3e-9a55-0d1f0a6b7c21');

export const Answered = named('AnswerRecord', {
  correlation_id: z.string(),
  at: Time,
  question: z
    .string()
    .nullable()
    .meta({ description: `Null after ${TEXT_DAYS} days, or earlier if there are too many newer ones.` }),
  answer: z.string().nullable(),
  refused: z.boolean(),
  grounded: Grounded.nullable(),
  grounded_score: Share.nullable(),
  best_score: Share,
  mode: z.enum(CHAT_MODES),
  model: z.string(),
  usage: Usage.nullable(),
  timings_ms: Timings,
});

export const Answers = named('AnswerRecords', {
  answers: z.array(Answered).meta({ description: 'Newest first. Untrusted text.' }),
  next_cursor: NextCursor,
});

function summaryOf({ rows, ...totals }: QualitySummary): z.output<typeof Summary> {
  const shown = rows.map(({ latencyMsP50, latencyMsP95, ...row }) => ({
    ...{ ...row, latencyMsP50: rounded(latencyMsP50), latencyMsP95: rounded(latencyMsP95) },
  }));
  return replyOf(Summary, { ...totals, rows: shown });
}

function answerOf(answered: AnswerRecord): z.output<typeof Answered> {
  const mode = answered.mode as (typeof CHAT_MODES)[number];
  return replyOf(Answered, { ...answered, mode, timingsMs: timingsOf(answered.timingsMs) });
}

function rounded(ms: number | null): number | null {
  return ms === null ? null : hundredths(ms);
}
