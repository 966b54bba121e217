import { z } from 'zod';
import type { SearchResult } from '../../answering/search-passages.ts';
import { Filter, QuestionText, RelatedSource, Retrieval } from './chat.ts';
import { replyOf } from './reply.ts';

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

export const SearchReply = z
  .strictObject({
    passages: z.array(SearchPassage).meta({ description: 'Best first.' }),
    meta: z.strictObject({ correlation_id: z.string(), retrieval: Retrieval }),
  })
  .meta({ id: 'SearchReply' });

export function searchReplyOf(
  { passages, retrieval }: SearchResult,
  correlationId: string,
): z.output<typeof SearchReply> {
  const named = passages.map((passage) => ({ ...passage, filename: passage.fileName }));
  return replyOf(SearchReply, { passages: named, meta: { correlationId, retrieval } });
}
