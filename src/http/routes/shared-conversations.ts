import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { operations, problems } from '../openapi.ts';
import { ChatHeaders } from '../schemas/chat.ts';
import {
  ConversationCopy,
  SharedConversation,
  SharedPath,
  sharedConversationOf,
  Unshared,
} from '../schemas/shared-conversations.ts';
import type { RouteParts } from './route-parts.ts';

const operation = operations('chat');

/** Copies of conversations, to be read by whoever has the link. */
export function sharedConversationRoutes({ sharedConversations }: RouteParts): FastifyPluginAsyncZod {
  return async (scope) => {
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
  };
}
