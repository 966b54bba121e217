import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { present } from '../../kernel/present.ts';
import { RATINGS } from '../../ports/curation-store.ts';
import { cursorOf, sortKeysOf } from '../cursor.ts';
import type { KeptReply } from '../idempotency.ts';
import { operations } from '../openapi.ts';
import { QUESTION_MAX } from '../schemas/chat.ts';
import { FromTo, named, Page, pageOf, Time, text, timeSpan } from '../schemas/fields.ts';
import { replyOf } from '../schemas/reply.ts';
import type { RouteParts, Scope } from './route-parts.ts';

const operation = operations('feedback');

/** Ratings of answers. */
export function feedbackRoutes(scope: Scope, parts: RouteParts): void {
  const { feedback } = parts;

  scope.post(
    '/feedback',
    operation({ key: 'open', idempotent: true }, 'giveFeedback', 'Rate an answer', {
      body: FeedbackRequest,
      response: { 201: Recorded },
    }),
    async (request, reply) => {
      const { headers, body } = await giveFeedback(request, request.body, parts);
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
        { ...present({ rating }), ...timeSpan(request.query) },
        { limit, ...sortKeysOf('feedback', cursor, { before: 'number' }) },
      );
      return replyOf(FeedbackList, { ...page, nextCursor: cursorOf('feedback', page.nextBefore) });
    },
  );
}

export async function giveFeedback(
  request: FastifyRequest,
  body: z.output<typeof FeedbackRequest>,
  { feedback, idempotency }: Pick<RouteParts, 'feedback' | 'idempotency'>,
): Promise<KeptReply<z.output<typeof Recorded>>> {
  const { rating, correlation_id: correlationId, feedback_id: replaces, ...texts } = body;
  using attempt = idempotency.begin(request);
  return await attempt.once(body, async ({ id, at }) => {
    const given = { feedbackId: id, replaces, rating, correlationId, now: at, ...texts };
    const { feedbackId } = await feedback.record(given);
    return { headers: {}, body: { feedback_id: feedbackId, rating, status: 'recorded' } };
  });
}

const FeedbackQuery = z.strictObject({ ...Page, rating: z.enum(RATINGS).optional(), ...FromTo });

export const FeedbackRequest = z
  .strictObject({
    rating: z.enum(RATINGS),
    correlation_id: z
      .string()
      .regex(/^[!-~]{1,128}$/, 'must be 1 to 128 visible ASCII characters')
      .optional()
      .meta({
        description: '`meta.correlation_id` of the answer, from which question and answer are filled in.',
      }),
    reason: text({ min: 0, max: 2_000 }).optional(),
    question: text({ max: QUESTION_MAX }).optional(),
    answer: text({ max: 20_000 }).optional(),
    feedback_id: z.string().max(128).optional().meta({
      description:
        'From the reply to earlier feedback, which this replaces: a reason given later, or another rating. An unknown id is ignored.',
    }),
  })
  .meta({
    id: 'FeedbackRequest',
    examples: [
      { rating: 'down', correlation_id: '01939f0e-6c1a-7d3e-9a55-0d1f0a6b7c21', reason: 'Out of date.' },
    ],
  });

export const Recorded = named('Recorded', {
  feedback_id: z.string(),
  rating: z.enum(RATINGS),
  status: z.literal('recorded'),
});

const FeedbackEntry = named('Feedback', {
  feedback_id: z.string(),
  rating: z.enum(RATINGS),
  correlation_id: z.string().nullable(),
  reason: z.string().nullable(),
  question: z.string().nullable(),
  answer: z.string().nullable(),
  created_at: Time,
});

const FeedbackList = pageOf('FeedbackList', {
  feedback: z.array(FeedbackEntry).meta({ description: 'Newest first. Untrusted text.' }),
});
