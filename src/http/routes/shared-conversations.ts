import { z } from 'zod';
import type { SharedConversation as Shared } from '../../answering/shared-conversations.ts';
import { operations, problems } from '../openapi.ts';
import { AnswerMeta, ChatHeaders, QuestionText, Source } from '../schemas/chat.ts';
import { DocId, idInPath, named, Time, text, timeOf } from '../schemas/fields.ts';
import type { RouteParts, Scope } from './route-parts.ts';

const operation = operations('chat');

/** Copies of conversations, to be read by whoever has the link. */
export function sharedConversationRoutes(scope: Scope, { sharedConversations }: RouteParts): void {
  scope.post(
    '/chat/shared',
    operation('share', 'shareConversation', 'Share a copy of a conversation', {
      description:
        'Stores a copy, as the client sends it, for `SHARED_CONVERSATION_DAYS`. Whoever knows its id, and may read documents, can read it: the titles and passages of its sources, too.',
      headers: ChatHeaders,
      body: ConversationCopy,
      response: { 201: SharedConversation, ...problems(403) },
    }),
    async (request, reply) => {
      const owner = request.headers['x-user-id'] || undefined;
      const shared = await sharedConversations.share(request.body, owner);
      return reply.code(201).send(sharedConversationOf(shared));
    },
  );

  scope.get(
    '/chat/shared/:share_id',
    operation('share', 'sharedConversation', 'Read a shared conversation', {
      params: SharedPath,
      response: { 200: SharedConversation, ...problems(404) },
    }),
    async (request) => sharedConversationOf(await sharedConversations.find(request.params.share_id)),
  );

  scope.delete(
    '/chat/shared/:share_id',
    operation('share', 'unshareConversation', 'Delete a shared conversation', {
      description: 'For the user in `X-User-Id` who shared it. To everyone else it does not exist.',
      headers: ChatHeaders,
      params: SharedPath,
      response: { 200: Unshared, ...problems(404) },
    }),
    async (request) => {
      const { share_id } = request.params;
      await sharedConversations.remove(share_id, request.headers['x-user-id'] || undefined);
      return { share_id, status: 'deleted' as const };
    },
  );
}

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

export const ConversationCopy = named('ConversationCopy', {
  title: text({ max: 200 }),
  turns: z.array(SharedTurn).min(1).max(TURNS_MAX),
});
export type ConversationCopy = z.output<typeof ConversationCopy>;

const SharedPath = idInPath('share_id', '7c9e6679-7425-40de-944b-e07fc1f90ae7');

export const SharedConversation = named('SharedConversation', {
  share_id: z.string().meta({ description: 'Cannot be guessed: whoever knows it can read the copy.' }),
  ...ConversationCopy.shape,
  shared_at: Time,
  expires_at: Time,
});

const Unshared = named('Unshared', { share_id: z.string(), status: z.literal('deleted') });

function sharedConversationOf(shared: Shared<ConversationCopy>): z.output<typeof SharedConversation> {
  const { shareId, copy, sharedAt, expiresAt } = shared;
  return { share_id: shareId, ...copy, shared_at: timeOf(sharedAt), expires_at: timeOf(expiresAt) };
}
