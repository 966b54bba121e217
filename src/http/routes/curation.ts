import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Feedback } from '../../curation/feedback.ts';
import type { Review } from '../../curation/review.ts';
import { cursorOf, positionOf } from '../cursor.ts';
import type { Idempotency } from '../idempotency.ts';
import { parseJsonBody } from '../json-body.ts';
import type { Limits } from '../limits.ts';
import { problems } from '../openapi.ts';
import type { RequestLifetimes } from '../request-lifetime.ts';
import {
  Approval,
  Approved,
  EntryPath,
  entryOf,
  FeedbackList,
  FeedbackQuery,
  FeedbackRequest,
  feedbackOf,
  PageQuery,
  PendingList,
  Recorded,
  Rejected,
  Rejection,
} from '../schemas/curation.ts';

export interface CurationParts {
  readonly review: Pick<Review, 'pending' | 'approve' | 'reject'>;
  readonly feedback: Feedback;
  readonly idempotency: Idempotency;
  readonly lifetimes: RequestLifetimes;
  readonly limits: Limits;
}

/** Answers that people judge before they are given again, and what people think of answers. */
export function curationRoutes(parts: CurationParts): FastifyPluginAsyncZod {
  const { review, feedback, idempotency } = parts;

  return async (scope) => {
    await scope.register(decisionRoutes(parts));

    scope.get(
      '/review/pending',
      {
        config: { key: 'always' },
        schema: {
          operationId: 'listPending',
          summary: 'List answers that await review',
          description: 'Newest first. A page stays right while entries come and go.',
          tags: ['review'],
          querystring: PageQuery,
          response: { 200: PendingList, ...problems(400, 422, 500, 503) },
        },
      },
      async (request) => {
        const { limit, cursor } = request.query;
        const page = await review.pending({ limit, ...(cursor && { before: positionOf(cursor) }) });
        return {
          pending: page.entries.map(entryOf),
          next_cursor: page.nextBefore === undefined ? null : cursorOf(page.nextBefore),
          total: page.total,
        };
      },
    );

    scope.post(
      '/feedback',
      {
        config: { idempotent: true },
        schema: {
          operationId: 'giveFeedback',
          summary: 'Say what you think of an answer',
          tags: ['feedback'],
          body: FeedbackRequest,
          response: { 201: Recorded, ...problems(400, 408, 413, 415, 422, 500, 503) },
        },
      },
      async (request, reply) => {
        using attempt = idempotency.begin(request as FastifyRequest);
        const { headers, body } = await attempt.once(request.body, async ({ id, at }) => {
          const { rating, correlation_id: correlationId, reason, question, answer } = request.body;
          const given = { feedbackId: id, at, rating, correlationId, reason, question, answer };
          const { feedbackId } = await feedback.record(given);
          return { headers: {}, body: { feedback_id: feedbackId, rating, status: 'recorded' as const } };
        });
        return reply.code(201).headers(headers).send(body);
      },
    );

    scope.get(
      '/feedback',
      {
        config: { key: 'always' },
        schema: {
          operationId: 'listFeedback',
          summary: 'List feedback',
          description: 'Newest first. A page stays right while feedback comes in.',
          tags: ['feedback'],
          querystring: FeedbackQuery,
          response: { 200: FeedbackList, ...problems(400, 422, 500, 503) },
        },
      },
      async (request) => {
        const { limit, cursor, rating } = request.query;
        const page = await feedback.list(
          { ...(rating && { rating }) },
          { limit, ...(cursor && { before: positionOf(cursor) }) },
        );
        return {
          feedback: page.feedback.map(feedbackOf),
          next_cursor: page.nextBefore === undefined ? null : cursorOf(page.nextBefore),
          total: page.total,
        };
      },
    );
  };
}

/** In a scope of its own: here a body may be left out, whatever type is announced for it. */
function decisionRoutes({ review, lifetimes, limits }: CurationParts): FastifyPluginAsyncZod {
  return async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) =>
        body.length === 0 ? undefined : parseJsonBody(body, { depthMax: limits.jsonDepthMax }),
    );

    scope.post(
      '/review/:entry_id/approve',
      {
        config: { key: 'always' },
        schema: {
          operationId: 'approveAnswer',
          summary: 'Approve an answer',
          description:
            'Edited by what the body gives, if there is one. Replies when questions find it; of several who decide, one does.',
          tags: ['review'],
          params: EntryPath,
          body: Approval.nullish(),
          response: { 200: Approved, ...problems(400, 404, 408, 409, 413, 415, 422, 500, 503, 504) },
        },
      },
      async (request, reply) => {
        const { entry_id } = request.params;
        using lifetime = lifetimes.begin(reply.raw, { limitMs: limits.decisionTimeoutMs });
        const { docId } = await review.approve(entry_id, request.body ?? {}, lifetime);
        return { entry_id, status: 'approved' as const, embedded: true as const, doc_id: docId };
      },
    );

    scope.post(
      '/review/:entry_id/reject',
      {
        config: { key: 'always' },
        schema: {
          operationId: 'rejectAnswer',
          summary: 'Reject an answer',
          description:
            'Its question is not queued again. What was approved before, and is stale, is withdrawn.',
          tags: ['review'],
          params: EntryPath,
          body: Rejection.nullish(),
          response: { 200: Rejected, ...problems(400, 404, 408, 409, 413, 415, 422, 500, 503, 504) },
        },
      },
      async (request, reply) => {
        const { entry_id } = request.params;
        using lifetime = lifetimes.begin(reply.raw, { limitMs: limits.decisionTimeoutMs });
        await review.reject(entry_id, request.body ?? {}, lifetime);
        return { entry_id, status: 'rejected' as const };
      },
    );
  };
}
