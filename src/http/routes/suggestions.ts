import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { conversationOf } from '../../answering/read/conversation-key.ts';
import { operations } from '../openapi.ts';
import { filterOf } from '../schemas/chat.ts';
import { replyOf } from '../schemas/reply.ts';
import { SuggestionsHeaders, SuggestionsReply, SuggestionsRequest } from '../schemas/suggestions.ts';
import { callerOf } from './question-of.ts';
import type { RouteParts } from './route-parts.ts';

const operation = operations('chat');

/** Questions that the documents answer: to begin with, or after an answer. */
export function suggestionRoutes(parts: RouteParts): FastifyPluginAsyncZod {
  const { seenBy, settings } = parts;
  return async (scope) => {
    scope.post(
      '/suggestions',
      operation(
        { key: 'ask', lifetime: () => ({ limitMs: settings.questionTimeoutMs }) },
        'suggestQuestions',
        'Suggest questions',
        {
          description:
            'Questions that Docent answers from the documents: about the newest ones, or after an answer about those that it cites. They are written by the language model (`SUGGEST_WITH_MODEL`), or headings and questions of the documents. Each was answered by quoting before it is suggested; nothing is recorded. Replies are cached for up to 5 minutes.',
          headers: SuggestionsHeaders,
          body: SuggestionsRequest,
          response: { 200: SuggestionsReply },
        },
      ),
      async (request) => {
        const { filter, after, limit } = request.body;
        const conversation =
          after?.conversation_id === undefined
            ? undefined
            : conversationOf(callerOf(request, parts), after.conversation_id, parts.newUuid);
        const suggestions = await seenBy(request).suggestQuestions(
          {
            filter: filterOf(filter),
            after: after && { question: after.question, chunkIds: after.chunk_ids, conversation },
            limit,
          },
          request.lifetime,
        );
        return replyOf(SuggestionsReply, { suggestions });
      },
    );
  };
}
