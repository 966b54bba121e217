import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { filterOf } from '../schemas/chat.ts';
import { SuggestionsReply, SuggestionsRequest, suggestionsReplyOf } from '../schemas/suggestions.ts';
import type { RouteParts } from './route-parts.ts';

/** Questions that the documents answer: to begin with, or after an answer. */
export function suggestionRoutes({ seenBy, settings }: RouteParts): FastifyPluginAsyncZod {
  return async (scope) => {
    scope.post(
      '/suggestions',
      {
        config: { key: 'ask', lifetime: () => ({ limitMs: settings.questionTimeoutMs }) },
        schema: {
          operationId: 'suggestQuestions',
          summary: 'Suggest questions',
          description:
            'Questions and headings of the documents that Docent answers from them: of the newest documents, or after an answer of those that it cites. Each was tried before it is suggested; without a language model, and nothing of it is recorded. Replies are cached for up to 5 minutes.',
          tags: ['chat'],
          body: SuggestionsRequest,
          response: { 200: SuggestionsReply },
        },
      },
      async (request) => {
        const { filter, after, limit } = request.body;
        const suggestions = await seenBy(request).suggestQuestions(
          {
            filter: filterOf(filter),
            after: after && { question: after.question, chunkIds: after.chunk_ids },
            limit,
          },
          request.lifetime,
        );
        return suggestionsReplyOf(suggestions);
      },
    );
  };
}
