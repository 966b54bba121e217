import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Feedback } from '../../curation/feedback.ts';
import { cursorOf, sortKeysOf } from '../cursor.ts';
import type { Minted } from '../idempotency.ts';
import { operations } from '../openapi.ts';
import { FeedbackList, FeedbackQuery, FeedbackRequest, Recorded } from '../schemas/curation.ts';
import { timeSpan } from '../schemas/fields.ts';
import { replyOf } from '../schemas/reply.ts';
import { reviewRoutes } from './review.ts';
import type { RouteParts } from './route-parts.ts';

const operation = operations('feedback');

/** Review and feedback routes. */
export function curationRoutes(parts: RouteParts): FastifyPluginAsyncZod {
  const { feedback, idempotency } = parts;

  return async (scope) => {
    await scope.register(reviewRoutes(parts));

    scope.post(
      '/feedback',
      operation({ key: 'open', idempotent: true }, 'giveFeedback', 'Rate an answer', {
        body: FeedbackRequest,
        response: { 201: Recorded },
      }),
      async (request, reply) => {
        using attempt = idempotency.begin(request);
        const { headers, body } = await attempt.once(request.body, async (minted) => ({
          headers: {},
          body: await recordFeedback(feedback, request.body, minted),
        }));
        return reply.code(201).headers(headers).send(body);
      },
    );

    scope.get(
      '/feedback',
      operation('ratings', 'listFeedback', 'List feedback', {
        description: 'Newest first. Pages stay consistent while feedback arrives.',
        querystring: FeedbackQuery,
        response: { 200: FeedbackList },
      }),
      async (request) => {
        const { limit, cursor, rating } = request.query;
        const page = await feedback.list(
          { ...(rating && { rating }), ...timeSpan(request.query) },
          { limit, ...(cursor !== undefined && { before: sortKeysOf('feedback', cursor, ['number'])[0] }) },
        );
        return replyOf(FeedbackList, { ...page, nextCursor: cursorOf('feedback', page.nextBefore) });
      },
    );
  };
}

export async function recordFeedback(
  feedback: Pick<Feedback, 'record'>,
  body: z.output<typeof FeedbackRequest>,
  { id, at }: Minted,
): Promise<z.output<typeof Recorded>> {
  const { rating, correlation_id: correlationId, feedback_id: replaces, ...texts } = body;
  const given = { feedbackId: id, replaces, at, rating, correlationId, ...texts };
  const { feedbackId } = await feedback.record(given);
  return { feedback_id: feedbackId, rating, status: 'recorded' };
}
