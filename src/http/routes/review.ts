import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Review } from '../../curation/review.ts';
import { cursorOf, sortKeysOf } from '../cursor.ts';
import { operations, problems } from '../openapi.ts';
import {
  Approval,
  Approved,
  DecidedList,
  DecidedQuery,
  EntryPath,
  entryOf,
  PendingList,
  PendingQuery,
  Rejected,
  Rejection,
  Reopened,
  ReviewEntryReply,
  ReviewerHeaders,
} from '../schemas/curation.ts';
import type { RouteParts } from './route-parts.ts';

const operation = operations('review');

/** Answers waiting for review, and decisions on them. */
export function reviewRoutes(parts: RouteParts): FastifyPluginAsyncZod {
  const { seenBy } = parts;

  return async (scope) => {
    await scope.register(decisionRoutes(parts));

    scope.get(
      '/review/pending',
      operation('review', 'listPending', 'List answers awaiting review', {
        description:
          'Newest first, or by demand. Pages stay consistent while entries are added and decided; an entry whose demand changes meanwhile may appear twice or not at all.',
        querystring: PendingQuery,
        response: { 200: PendingList },
      }),
      async (request) => {
        const { limit, cursor, sort } = request.query;
        const before = cursor === undefined ? {} : pendingAfter(cursor, sort);
        const { entries, nextBefore, nextDemand, total } = await seenBy(request).review.pending({
          limit,
          sort,
          ...before,
        });
        const next_cursor =
          sort === 'newest' ? cursorOf(sort, nextBefore) : cursorOf(sort, nextDemand, nextBefore);
        return { pending: entries.map(entryOf), next_cursor, total };
      },
    );

    scope.get(
      '/review/decided',
      operation('review', 'listDecided', 'List approved and rejected answers', {
        description: 'Latest decision first.',
        querystring: DecidedQuery,
        response: { 200: DecidedList },
      }),
      async (request) => {
        const { limit, cursor, status } = request.query;
        const { entries, next, total } = await seenBy(request).review.decided(
          { ...(status && { verdict: status }) },
          { limit, ...(cursor !== undefined && { before: decidedBefore(cursor) }) },
        );
        const next_cursor = cursorOf('decided', next?.decidedAt, next?.position);
        return { decided: entries.map(entryOf), next_cursor, total };
      },
    );

    scope.get(
      '/review/:entry_id',
      operation('review', 'reviewEntry', 'Get a review entry', {
        params: EntryPath,
        response: { 200: ReviewEntryReply, ...problems(404) },
      }),
      async (request) => entryOf(await seenBy(request).review.entry(request.params.entry_id)),
    );
  };
}

function pendingAfter(cursor: string, sort: 'newest' | 'demand') {
  if (sort === 'newest') return { before: sortKeysOf(sort, cursor, ['number'])[0] };
  const [beforeDemand, before] = sortKeysOf(sort, cursor, ['number', 'number']);
  return { before, beforeDemand };
}

function decidedBefore(cursor: string) {
  const [decidedAt, position] = sortKeysOf('decided', cursor, ['number', 'number']);
  return { decidedAt, position };
}

function decisionRoutes({ seenBy }: RouteParts): FastifyPluginAsyncZod {
  return async (scope) => {
    scope.post(
      '/review/:entry_id/approve',
      operation('review', 'approveAnswer', 'Approve an answer', {
        description:
          'The body, if any, edits it. Replies once questions find it. Of concurrent decisions, one succeeds.',
        params: EntryPath,
        headers: ReviewerHeaders,
        body: Approval.nullish(),
        response: { 200: Approved, ...problems(404, 409) },
      }),
      async (request) => {
        return approve(seenBy(request).review, { ...request.params, ...request.body }, deciderOf(request));
      },
    );

    scope.post(
      '/review/:entry_id/reject',
      operation('review', 'rejectAnswer', 'Reject an answer', {
        description:
          'Its question is not queued again. A stale answer that was approved before is withdrawn.',
        params: EntryPath,
        headers: ReviewerHeaders,
        body: Rejection.nullish(),
        response: { 200: Rejected, ...problems(404, 409) },
      }),
      async (request) => {
        return reject(seenBy(request).review, { ...request.params, ...request.body }, deciderOf(request));
      },
    );

    scope.post(
      '/review/:entry_id/reopen',
      operation('review', 'reopenEntry', 'Take a decision back', {
        description:
          'The entry is pending again, as it was last edited. An approved answer is withdrawn: no question finds it once this replies.',
        params: EntryPath,
        response: { 200: Reopened, ...problems(404, 409) },
      }),
      async (request) => {
        const { entry_id } = request.params;
        await seenBy(request).review.reopen(entry_id, deciderOf(request));
        return { entry_id, status: 'pending' as const };
      },
    );
  };
}

type Decider = Parameters<Review['approve']>[2];

/** Who decides: as they name themselves, and by their key. */
export function deciderOf({ lifetime, headers, caller }: FastifyRequest): Decider {
  const by = (headers['x-user-id'] as string | undefined) || undefined;
  return { signal: lifetime.signal, by, actor: caller.name };
}

export async function approve(
  review: Pick<Review, 'approve'>,
  { entry_id, expires_at, ...edits }: { entry_id: string } & z.output<typeof Approval>,
  decider: Decider,
): Promise<z.output<typeof Approved>> {
  const expiresAt = typeof expires_at === 'string' ? Date.parse(expires_at) : expires_at;
  const { docId } = await review.approve(entry_id, { ...edits, expiresAt }, decider);
  return { entry_id, status: 'approved', embedded: true, doc_id: docId };
}

export async function reject(
  review: Pick<Review, 'reject'>,
  { entry_id, ...note }: { entry_id: string } & z.output<typeof Rejection>,
  decider: Decider,
): Promise<z.output<typeof Rejected>> {
  await review.reject(entry_id, note, decider);
  return { entry_id, status: 'rejected' };
}
