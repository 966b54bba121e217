import { z } from 'zod';
import type { AnswerEvent } from '../../answering/answer.ts';
import { foldAnswer } from '../../answering/events.ts';
import { ANONYMOUS_USER, ownerOf } from '../../answering/read/conversation-key.ts';
import { operations, problems } from '../openapi.ts';
import {
  ChatAnswer,
  ChatHeaders,
  ChatRequest,
  chatAnswerOf,
  Forgotten,
  MemoryQuery,
  Source,
} from '../schemas/chat.ts';
import { replyOf } from '../schemas/reply.ts';
import type { ServerSentEvent } from '../sse.ts';
import { ask, callerOf } from './question-of.ts';
import type { RouteParts, Scope } from './route-parts.ts';

const operation = operations('chat');

const STREAM_EXAMPLE = `event: sources
data: {"sources":[{"n":1,"label":"Visitor handbook, p. 4","doc_id":"visitor-handbook", …}]}

event: token
data: {"delta":"A family ticket costs 24 euros. [1]"}

event: done
data: {"answer":"A family ticket costs 24 euros. [1]","sources":[…],"meta":{…}}

`;

const STREAM_DESCRIPTION = `Server-sent events: \`sources\` \`{sources}\` after retrieval, \`token\` \`{delta}\` repeatedly, then \`done\` with the reply of
\`POST /api/v1/chat\`, which replaces the text shown so far; or \`error\` with a problem. With a language model, \`sources\`
lists all that the answer may cite, \`done\` those it cites, under the same numbers. A comment every 15 s keeps the
connection open. Closing the connection cancels the request.`;

/** A question in; an answer, or its event stream, out. */
export function chatRoutes(scope: Scope, parts: RouteParts): void {
  const { memory, sendStream } = parts;

  scope.post(
    '/chat',
    operation({ key: 'ask', lifetime: 'question' }, 'chat', 'Ask a question', {
      description:
        'Answers from the documents with numbered citations, or refuses if they support no answer.',
      headers: ChatHeaders,
      body: ChatRequest,
      response: { 200: ChatAnswer, ...problems(502) },
    }),
    (request) => answer(request, request.body, parts),
  );

  scope.post(
    '/chat/stream',
    operation({ key: 'ask', lifetime: 'question' }, 'chatStream', 'Ask a question and stream the answer', {
      description: STREAM_DESCRIPTION,
      headers: ChatHeaders,
      body: ChatRequest,
      response: {
        200: {
          description: 'Server-sent events.',
          content: { 'text/event-stream': { schema: z.string().meta({ examples: [STREAM_EXAMPLE] }) } },
        },
      },
    }),
    async (request, reply) => {
      const { events } = await ask(request, request.body, parts);
      await sendStream(request, reply, onTheWire(events));
    },
  );

  scope.delete(
    '/chat/memory',
    operation('ask', 'forgetConversations', 'Forget conversations', {
      description:
        'Forgets one or all conversations of the user in `X-User-Id`. Without a user, all are those that were begun under ids of the client from the same address. Answers recorded for feedback and statistics name no user; their texts are deleted after 30 days.',
      headers: ChatHeaders,
      querystring: MemoryQuery,
      response: { 200: Forgotten },
    }),
    async (request) => {
      const { conversation_id } = request.query;
      const owner = ownerOf(callerOf(request, parts), conversation_id);
      const conversations = await memory.forget(owner, conversation_id, request.lifetime);
      return {
        user_id: request.headers['x-user-id'] || ANONYMOUS_USER,
        conversation_id: conversation_id ?? null,
        conversations,
        status: 'forgotten' as const,
      };
    },
  );
}

export async function answer(...given: Parameters<typeof ask>): Promise<ChatAnswer> {
  const { events } = await ask(...given);
  return chatAnswerOf(await foldAnswer(events));
}

async function* onTheWire(events: AsyncIterable<AnswerEvent>): AsyncGenerator<ServerSentEvent> {
  for await (const event of events) {
    switch (event.type) {
      case 'sources':
        yield { event: 'sources', data: { sources: event.sources.map((source) => replyOf(Source, source)) } };
        break;
      case 'token':
        yield { event: 'token', data: { delta: event.delta } };
        break;
      case 'done':
        yield { event: 'done', data: chatAnswerOf(event.answer) };
        return;
    }
  }
  throw new Error('Cannot end the stream as its events ended before `done`');
}
