import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { operations } from '../openapi.ts';
import { Filter, filterOf, QuestionText, RelatedSource, Retrieval } from '../schemas/chat.ts';
import { named } from '../schemas/fields.ts';
import { replyOf } from '../schemas/reply.ts';
import type { RouteParts, Scope } from './route-parts.ts';

const operation = operations('search');

/** A query in; passages, without an answer, out. */
export function searchRoutes(scope: Scope, parts: RouteParts): void {
  scope.post(
    '/search',
    operation({ key: 'ask', lifetime: 'question' }, 'search', 'Search for passages', {
      description:
        'Finds the passages that an answer would be quoted from, and gives no answer: for a language model of your own. No language model is called, no conversation is remembered and nothing is held for review.',
      body: SearchRequest,
      response: { 200: SearchReply },
    }),
    (request) => search(request, request.body, parts),
  );
}

export async function search(
  request: FastifyRequest,
  { query, limit, filter }: z.output<typeof SearchRequest>,
  { seenBy }: Pick<RouteParts, 'seenBy'>,
): Promise<z.output<typeof SearchReply>> {
  const asked = { text: query, limit, filter: filterOf(filter) };
  const { passages, retrieval } = await seenBy(request).searchPassages(asked, request.lifetime);
  const named = passages.map((passage) => ({ ...passage, filename: passage.fileName }));
  return replyOf(SearchReply, { passages: named, meta: { correlationId: request.id, retrieval } });
}

const LIMIT_DEFAULT = 8;
const LIMIT_MAX = 50;

export const SearchRequest = z
  .strictObject({
    query: QuestionText.meta({ description: 'A question, or words.' }),
    limit: z
      .int()
      .min(1)
      .max(LIMIT_MAX)
      .default(LIMIT_DEFAULT)
      .meta({ description: 'Maximum number of passages.' }),
    filter: Filter.optional(),
  })
  .meta({ id: 'SearchRequest', examples: [{ query: 'What does a family ticket cost?', limit: 3 }] });

const SearchPassage = RelatedSource.omit({ snippet: true })
  .extend({
    score: z.number().min(0).max(1).meta({
      description:
        'Probability that the passage answers the query, estimated from its best sentence; comparable between queries. The order of the passages considers more, so scores need not fall.',
    }),
    title: z.string().meta({ description: 'Title of the document.' }),
    filename: z.string().nullable().meta({ description: 'Null if the document had none.' }),
    text: z.string().meta({ description: 'The whole passage, as extracted. Untrusted text.' }),
    quotes: RelatedSource.shape.quotes.meta({
      description:
        'Range of the sentence that answers best, in the same text as `start`; empty if no sentence shares a word with the query.',
    }),
  })
  .meta({ id: 'SearchPassage' });

export const SearchReply = named('SearchReply', {
  passages: z.array(SearchPassage).meta({ description: 'Best first.' }),
  meta: z.strictObject({ correlation_id: z.string(), retrieval: Retrieval }),
});
