import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { SearchPassages } from '../../answering/search-passages.ts';
import { operations } from '../openapi.ts';
import { filterOf } from '../schemas/chat.ts';
import { SearchReply, SearchRequest, searchReplyOf } from '../schemas/search.ts';
import type { RouteParts } from './route-parts.ts';

const operation = operations('search');

/** A query in; passages, without an answer, out. */
export function searchRoutes({ seenBy, settings }: RouteParts): FastifyPluginAsyncZod {
  return async (scope) => {
    scope.post(
      '/search',
      operation(
        { key: 'ask', lifetime: () => ({ limitMs: settings.questionTimeoutMs }) },
        'search',
        'Search for passages',
        {
          description:
            'Finds the passages that an answer would be quoted from, and gives no answer: for a language model of your own. No language model is called, no conversation is remembered and nothing is held for review.',
          body: SearchRequest,
          response: { 200: SearchReply },
        },
      ),
      async (request) => {
        const { signal } = request.lifetime;
        return search(seenBy(request).searchPassages, request.body, { signal, correlationId: request.id });
      },
    );
  };
}

export async function search(
  searchPassages: SearchPassages,
  { query, limit, filter }: z.output<typeof SearchRequest>,
  { signal, correlationId }: { signal: AbortSignal; correlationId: string },
): Promise<z.output<typeof SearchReply>> {
  const found = await searchPassages({ text: query, limit, filter: filterOf(filter) }, { signal });
  return searchReplyOf(found, correlationId);
}
