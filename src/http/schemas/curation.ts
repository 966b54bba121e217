import { z } from 'zod';
import { CHAT_MODES } from '../../answering/answer.ts';
import { PENDING_SORTS, RATINGS, type ReviewEntry } from '../../ports/curation-store.ts';
import { QUESTION_MAX, Source, Statement } from './chat.ts';
import {
  Count,
  DocId,
  FromTo,
  Grounded,
  Instant,
  NextCursor,
  Page,
  Tag,
  Time,
  text,
  userHeaders,
} from './fields.ts';
import { replyOf } from './reply.ts';

const ANSWER_MAX = 10_000;
const NOTE_MAX = 2_000;
const TAGS_MAX = 50;

const EntryId = z.string().meta({ examples: ['6f0d1c8e-1b7c-4d7f-9a55-0d1f0a6b7c21'] });

export const ReviewerHeaders = userHeaders('Stored as `decided_by`. Not authenticated.');

/** An id that no entry can have is unknown: 404, not 422. */
export const EntryPath = z.object({ entry_id: EntryId });

const PageQuery = z.strictObject(Page);

export const PendingQuery = PageQuery.extend({
  sort: z.enum(PENDING_SORTS).default('newest').meta({
    description:
      '`demand` adds up how often it was asked, 3 × the thumbs down on its answers, and 2 if its sources do not support it, 1 if they do in part.',
  }),
});

export const DecidedQuery = PageQuery.extend({ status: z.enum(['approved', 'rejected']).optional() });

export const FeedbackQuery = PageQuery.extend({ rating: z.enum(RATINGS).optional(), ...FromTo });

const Entry = z
  .strictObject({
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
  })
  .meta({ id: 'ReviewEntry' });

export const ReviewEntryReply = Entry;

export const DecidedList = z
  .strictObject({
    decided: z.array(Entry).meta({ description: 'Latest decision first.' }),
    next_cursor: NextCursor,
    total: Count.meta({ description: 'Matching entries, over all pages.' }),
  })
  .meta({ id: 'DecidedList' });

export const PendingList = z
  .strictObject({
    pending: z.array(Entry),
    next_cursor: NextCursor,
    total: Count.meta({ description: 'Pending entries, over all pages.' }),
  })
  .meta({ id: 'PendingList' });

const Note = text({ max: NOTE_MAX }).meta({ description: 'Stored with the entry.' });

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
    tags: z.array(Tag).max(TAGS_MAX).optional().meta({ description: 'Tags of the document.' }),
    expires_at: Instant.nullable().optional().meta({
      description:
        'When the answer stops being given and waits for review again; null for never. `REVIEW_EXPIRES_DAYS` from now when absent.',
    }),
  })
  .meta({ id: 'Approval', examples: [{ answer: 'A family ticket costs 24 euros and is valid all day.' }] });

export const Rejection = z
  .strictObject({ note: Note.optional() })
  .meta({ id: 'Rejection', examples: [{ note: 'Mixes up day and year tickets.' }] });

export const Approved = z
  .strictObject({
    entry_id: EntryId,
    status: z.literal('approved'),
    embedded: z.literal(true).meta({ description: 'Questions find it now.' }),
    doc_id: DocId,
  })
  .meta({ id: 'Approved' });

export const Rejected = z
  .strictObject({ entry_id: EntryId, status: z.literal('rejected') })
  .meta({ id: 'Rejected' });

export const Reopened = z
  .strictObject({ entry_id: EntryId, status: z.literal('pending') })
  .meta({ id: 'Reopened' });

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
    reason: text({ max: 2_000 }).optional(),
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

export const Recorded = z
  .strictObject({ feedback_id: z.string(), rating: z.enum(RATINGS), status: z.literal('recorded') })
  .meta({ id: 'Recorded' });

const FeedbackEntry = z
  .strictObject({
    feedback_id: z.string(),
    rating: z.enum(RATINGS),
    correlation_id: z.string().nullable(),
    reason: z.string().nullable(),
    question: z.string().nullable(),
    answer: z.string().nullable(),
    created_at: Time,
  })
  .meta({ id: 'Feedback' });

export const FeedbackList = z
  .strictObject({
    feedback: z.array(FeedbackEntry).meta({ description: 'Newest first. Untrusted text.' }),
    next_cursor: NextCursor,
    total: Count.meta({ description: 'Matching feedback, over all pages.' }),
  })
  .meta({ id: 'FeedbackList' });

export function entryOf(entry: ReviewEntry): z.output<typeof Entry> {
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
