import { z } from 'zod';
import { ConversationId, Filter, QuestionText } from './chat.ts';
import { DocId, userHeaders } from './fields.ts';

const LIMIT_DEFAULT = 4;
const LIMIT_MAX = 10;
const CHUNKS_MAX = 20;

export const SuggestionsRequest = z
  .strictObject({
    filter: Filter.optional(),
    after: z
      .strictObject({
        question: QuestionText,
        chunk_ids: z.array(z.string().max(200)).min(1).max(CHUNKS_MAX).meta({
          description: '`chunk_id` of the sources of its answer.',
        }),
        conversation_id: ConversationId.optional().meta({
          description:
            'The conversation, of the user in `X-User-Id`: the suggestions are then answered within it, as if asked next.',
        }),
      })
      .optional()
      .meta({ description: 'The last question: the suggestions continue from its answer.' }),
    limit: z
      .int()
      .min(1)
      .max(LIMIT_MAX)
      .default(LIMIT_DEFAULT)
      .meta({ description: 'Maximum number of suggestions.' }),
  })
  .meta({ id: 'SuggestionsRequest', examples: [{ filter: { tags: ['visitors'] }, limit: 3 }] });

export const SuggestionsHeaders = userHeaders('Owner of the conversation, as for `/api/v1/chat`.');

const Suggestion = z
  .strictObject({
    question: z.string().meta({ description: 'A question to ask. Untrusted text.' }),
    doc_id: DocId.meta({ description: 'The document that the answer begins with.' }),
    label: z.string().meta({ description: 'Its title, with page or section if there is one.' }),
  })
  .meta({ id: 'Suggestion' });

export const SuggestionsReply = z
  .strictObject({ suggestions: z.array(Suggestion) })
  .meta({ id: 'SuggestionsReply' });
