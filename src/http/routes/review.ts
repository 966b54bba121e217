import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CHAT_MODES } from '../../answering/answer.ts';
import { PENDING_SORTS, type ReviewEntry } from '../../ports/curation-store.ts';
import { cursorOf, sortKeysOf } from '../cursor.ts';
import { operations, problems } from '../openapi.ts';
import { QUESTION_MAX, Source, Statement } from '../schemas/chat.ts';
import {
  Count,
  DocId,
  Grounded,
  Instant,
  idInPath,
  named,
  PageQuery,
  pageOf,
  Tags,
  Time,
  text,
  userHeaders,
} from '../schemas/fields.ts';
import { replyOf } from '../schemas/reply.ts';
import type { RouteParts, Scope } from './route-parts.ts';

const operation = operations('review');

/** Answers waiting for review, and decisions on them. */
export function reviewRoutes(scope: Scope, parts: RouteParts): void {
  const { seenBy } = parts;

  decisionRoutes(scope, parts);

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
      const { entries, nextBefore, nextDemand, total } = await seenBy(request).review.pending({
        limit,
        sort,
        ...sortKeysOf(sort, cursor, SORT_KEYS[sort]),
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
      const before = sortKeysOf('decided', cursor, { decidedAt: 'number', position: 'number' });
      const { entries, next, total } = await seenBy(request).review.decided(
        { ...(status && { verdict: status }) },
        { limit, before },
      );
      const next_cursor = cursorOf('decided', next?.decidedAt, next?.position);
      return { decided: entries.map(entryOf), next_cursor, total };
    },
  );

  scope.get(
    '/review/:entry_id',
    operation('review', 'reviewEntry', 'Get a review entry', {
      params: EntryPath,
      response: { 200: Entry, ...problems(404) },
    }),
    async (request) => entryOf(await seenBy(request).review.entry(request.params.entry_id)),
  );
}

const SORT_KEYS = {
  newest: { before: 'number' },
  demand: { beforeDemand: 'number', before: 'number' },
} as const;

function decisionRoutes(scope: Scope, parts: RouteParts): void {
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
    (request) => approve(request, { ...request.params, ...request.body }, parts),
  );

  scope.post(
    '/review/:entry_id/reject',
    operation('review', 'rejectAnswer', 'Reject an answer', {
      description: 'Its question is not queued again. A stale answer that was approved before is withdrawn.',
      params: EntryPath,
      headers: ReviewerHeaders,
      body: Rejection.nullish(),
      response: { 200: Rejected, ...problems(404, 409) },
    }),
    (request) => reject(request, { ...request.params, ...request.body }, parts),
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
      await parts.seenBy(request).review.reopen(entry_id, deciderOf(request));
      return { entry_id, status: 'pending' as const };
    },
  );
}

/** Who decides: as they name themselves, and by their key. */
function deciderOf({ lifetime, headers, caller }: FastifyRequest) {
  const by = (headers['x-user-id'] as string | undefined) || undefined;
  return { signal: lifetime.signal, by, actor: caller.name };
}

export async function approve(
  request: FastifyRequest,
  { entry_id, expires_at, ...edits }: { entry_id: string } & z.output<typeof Approval>,
  { seenBy }: Pick<RouteParts, 'seenBy'>,
): Promise<z.output<typeof Approved>> {
  const expiresAt = typeof expires_at === 'string' ? Date.parse(expires_at) : expires_at;
  const decided = { ...edits, expiresAt };
  const { docId } = await seenBy(request).review.approve(entry_id, decided, deciderOf(request));
  return { entry_id, status: 'approved', embedded: true, doc_id: docId };
}

export async function reject(
  request: FastifyRequest,
  { entry_id, ...note }: { entry_id: string } & z.output<typeof Rejection>,
  { seenBy }: Pick<RouteParts, 'seenBy'>,
): Promise<z.output<typeof Rejected>> {
  await seenBy(request).review.reject(entry_id, note, deciderOf(request));
  return { entry_id, status: 'rejected' };
}

const ANSWER_MAX = 10_000;
const NOTE_MAX = 2_000;

const ReviewerHeaders = userHeaders('Stored as `decided_by`. Not authenticated.');

const EntryPath = idInPath('entry_id', '6f0d1c8e-1b7c-4d7f-9a55-0d1f0a6b7c21');
const EntryId = EntryPath.shape.entry_id;

const PendingQuery = PageQuery.extend({
  sort: z.enum(PENDING_SORTS).default('newest').meta({
    description:
      '`demand` adds up how often it was asked, 3 × the thumbs down on its answers, and 2 if its sources do not support it, 1 if they do in part.',
  }),
});

const DecidedQuery = PageQuery.extend({ status: z.enum(['approved', 'rejected']).optional() });

const Entry = named('ReviewEntry', {
  entry_id: EntryId,
  question: z.string().meta({ description: 'As asked; a follow-up with the words it continues.' }),
  answer: z.string().meta({ description: 'As given; `[n]` refers to `sources`. Untrusted text.' }),
  sources: z.array(Source),
  status: z.enum(['pending', 'approved', 'rejected']),
  stale: z.boolean().meta({
    description:
      'A document that it rests on was replaced or deleted since it was composed or approved, or its approval has expired. After a replacement an approved answer stays in use until it is decided again; otherwise it is withdrawn.',
  }),
  grounded: Grounded.nullable(),
  grounded_score: z.number().min(0).max(1).nullable(),
  statements: z.array(Statement).meta({
    description:
      'The sentences of `answer`, as `meta.statements` of a chat answer. Empty if the answer was edited, and for entries older than this field.',
  }),
  asked: z.int().min(1).meta({ description: 'Number of times the question was asked.' }),
  mode: z.enum(CHAT_MODES),
  model: z.string(),
  correlation_id: z.string().meta({ description: 'Of the first request with this question.' }),
  downvotes: Count.meta({ description: 'Thumbs down on answers to the question.' }),
  created_at: Time,
  decided_at: Time.nullable(),
  decided_by: z.string().nullable().meta({
    description: 'The `X-User-Id` of the decision. Not authenticated.',
  }),
  note: z.string().nullable().meta({ description: 'Note of the reviewer.' }),
  tags: z.array(z.string()).meta({ description: 'Tags of the document it becomes.' }),
  expires_at: Time.nullable().meta({
    description:
      'When the approved answer stops being given and waits for review again; null for never. In the past once it has expired.',
  }),
  doc_id: DocId.nullable().meta({
    description:
      'The document that the answer became; of a stale entry, the one in use until it is decided, or null if the answer was withdrawn.',
  }),
});

const DecidedList = pageOf('DecidedList', {
  decided: z.array(Entry).meta({ description: 'Latest decision first.' }),
});

const PendingList = pageOf('PendingList', { pending: z.array(Entry) });

const Note = text({ min: 0, max: NOTE_MAX }).meta({ description: 'Stored with the entry.' });

export const Approval = z
  .strictObject({
    answer: text({ max: ANSWER_MAX })
      .refine((answer) => answer === '' || /[\p{L}\p{N}]/u.test(answer), 'must have a letter or a digit')
      .optional()
      .meta({ description: 'Replaces the answer; `[n]` markers in it are removed.' }),
    question: text({ max: QUESTION_MAX })
      .optional()
      .meta({ description: 'The question it answers; becomes the title of the document.' }),
    note: Note.optional(),
    tags: Tags.optional().meta({ description: 'Tags of the document.' }),
    expires_at: Instant.nullable().optional().meta({
      description:
        'When the answer stops being given and waits for review again; null for never. `REVIEW_EXPIRES_DAYS` from now when absent.',
    }),
  })
  .meta({ id: 'Approval', examples: [{ answer: 'A family ticket costs 24 euros and is valid all day.' }] });

export const Rejection = z
  .strictObject({ note: Note.optional() })
  .meta({ id: 'Rejection', examples: [{ note: 'Mixes up day and year tickets.' }] });

const Approved = named('Approved', {
  entry_id: EntryId,
  status: z.literal('approved'),
  embedded: z.literal(true).meta({ description: 'Questions find it now.' }),
  doc_id: DocId,
});

const Rejected = named('Rejected', { entry_id: EntryId, status: z.literal('rejected') });

const Reopened = named('Reopened', { entry_id: EntryId, status: z.literal('pending') });

function entryOf(entry: ReviewEntry): z.output<typeof Entry> {
  const mode = entry.mode as z.output<typeof Entry>['mode'];
  return replyOf(Entry, { ...entry, mode, status: STATUS[entry.state] });
}

/** A decision applies to everybody at once. */
const STATUS = {
  pending: 'pending',
  approving: 'approved',
  approved: 'approved',
  rejecting: 'rejected',
  rejected: 'rejected',
  reopening: 'pending',
} as const;
