import { z } from 'zod';
import type { SharedConversation as Shared } from '../../answering/shared-conversations.ts';
import { AnswerMeta, QuestionText, Source } from './chat.ts';
import { DocId, Time, text, timeOf } from './fields.ts';

const TURNS_MAX = 100;
const ANSWER_UNITS_MAX = 50_000;
const SOURCES_MAX = 50;

const SharedTurn = z
  .strictObject({
    question: QuestionText,
    answer: z.string().max(ANSWER_UNITS_MAX).meta({ description: 'Untrusted text, as the client sent it.' }),
    sources: z.array(Source).max(SOURCES_MAX),
    changed_at: z
      .record(DocId, Time)
      .refine((times) => Object.keys(times).length <= SOURCES_MAX)
      .optional()
      .meta({ description: 'When the documents of the sources had last changed, by `doc_id`.' }),
    meta: AnswerMeta.pick({
      model: true,
      grounded: true,
      statements: true,
      refused: true,
      synthesized: true,
    }),
  })
  .meta({ id: 'SharedTurn', description: 'A question and its answer, with the fields of a `ChatAnswer`.' });

export const ConversationCopy = z
  .strictObject({ title: text({ max: 200 }), turns: z.array(SharedTurn).min(1).max(TURNS_MAX) })
  .meta({ id: 'ConversationCopy' });
export type ConversationCopy = z.output<typeof ConversationCopy>;

export const SharedPath = z.object({
  share_id: z.string().meta({ examples: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'] }),
});

export const SharedConversation = z
  .strictObject({
    share_id: z.string().meta({ description: 'Cannot be guessed: whoever knows it can read the copy.' }),
    ...ConversationCopy.shape,
    shared_at: Time,
    expires_at: Time,
  })
  .meta({ id: 'SharedConversation' });

export const Unshared = z
  .strictObject({ share_id: z.string(), status: z.literal('deleted') })
  .meta({ id: 'Unshared' });

export function sharedConversationOf({
  shareId,
  copy,
  sharedAt,
  expiresAt,
}: Shared<ConversationCopy>): z.output<typeof SharedConversation> {
  return { share_id: shareId, ...copy, shared_at: timeOf(sharedAt), expires_at: timeOf(expiresAt) };
}
