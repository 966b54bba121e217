import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { cursorOf, sortKeysOf } from '../cursor.ts';
import { operations, problems } from '../openapi.ts';
import { timeSpan } from '../schemas/fields.ts';
import {
  Answered,
  AnswerPath,
  Answers,
  AnswersQuery,
  answerOf,
  Gaps,
  GapsQuery,
  Summary,
  SummaryQuery,
  summaryOf,
} from '../schemas/quality.ts';
import { replyOf } from '../schemas/reply.ts';
import type { RouteParts } from './route-parts.ts';

const operation = operations('quality');

const DAY_MS = 86_400_000;

/** Answer quality: figures over time, gaps in the documents, and the cases behind each number. */
export function qualityRoutes({ answerQuality }: RouteParts): FastifyPluginAsyncZod {
  return async (scope) => {
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
        const page = await answerQuality.gaps(days, {
          limit,
          ...(cursor !== undefined && { before: gapsBefore(cursor) }),
        });
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
          {
            ...(refused !== undefined && { refused }),
            ...(grounded && { grounded }),
            ...(quoted !== undefined && { quoted }),
            ...(model !== undefined && { model }),
            ...within(request.query),
          },
          { limit, ...(cursor !== undefined && { before: sortKeysOf('answers', cursor, ['number'])[0] }) },
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
  };
}

/** The overlap of a day and a time range. */
function within({ day, ...given }: z.output<typeof AnswersQuery>): { from?: number; to?: number } {
  const { from, to } = timeSpan(given);
  if (day === undefined) return timeSpan(given);
  const start = Date.parse(day);
  return { from: Math.max(start, from ?? start), to: Math.min(start + DAY_MS, to ?? start + DAY_MS) };
}

function gapsBefore(cursor: string) {
  const [asked, last] = sortKeysOf('gaps', cursor, ['number', 'number']);
  return { asked, last };
}
