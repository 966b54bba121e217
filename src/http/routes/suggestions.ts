import { z } from 'zod';
import { conversationOf } from '../../answering/read/conversation-key.ts';
import { operations } from '../openapi.ts';
import { ConversationId, Filter, filterOf, QuestionText } from '../schemas/chat.ts';
import { DocId, named, userHeaders } from '../schemas/fields.ts';
import { replyOf } from '../schemas/reply.ts';
import { callerOf } from './question-of.ts';
import type { RouteParts, Scope } from './route-parts.ts';

const operation = operations('chat');

/** Questions that the documents answer: to begin with, or after an answer. */
export function suggestionRoutes(scope: Scope, parts: RouteParts): void {
  const { seenBy } = parts;
  scope.post(
    '/suggestions',
    operation({ key: 'ask', lifetime: 'question' }, 'suggestQuestions', 'Suggest questions', {
      description:
        'Questions that Docent answers from the documents: about the newest ones, or after an answer about those that it cites. They are written by the language model (`SUGGEST_WITH_MODEL`), or headings and questions of the documents. Each was answered by quoting before it is suggested; nothing is recorded. Replies are cached for up to 5 minutes.',
      headers: SuggestionsHeaders,
      body: SuggestionsRequest,
      response: { 200: SuggestionsReply },
    }),
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
}

const LIMIT_DEFAULT = 4;
const LIMIT_MAX = 10;
const CHUNKS_MAX = 20;

const SuggestionsRequest = z
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

const SuggestionsHeaders = userHeaders('Owner of the conversation, as for `/api/v1/chat`.');

const Suggestion = named('Suggestion', {
  question: z.string().meta({ description: 'A question to ask. Untrusted text.' }),
  doc_id: DocId.meta({ description: 'The document that the answer begins with.' }),
  label: z.string().meta({ description: 'Its title, with page or section if there is one.' }),
});

export const SuggestionsReply = named('SuggestionsReply', { suggestions: z.array(Suggestion) });
