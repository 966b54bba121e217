import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Question } from '../../answering/answer.ts';
import {
  type ConversationCaller,
  type ConversationKey,
  conversationOf,
} from '../../answering/read/conversation-key.ts';
import { type ChatHeaders, type ChatRequest, filterOf } from '../schemas/chat.ts';
import type { QuestionDefaults, RouteParts } from './route-parts.ts';

type Asking = Pick<RouteParts, 'clientOf' | 'settings' | 'newUuid' | 'answerQuota' | 'seenBy'>;

/** A request with the headers of `ChatHeaders`. */
export function callerOf(
  request: FastifyRequest,
  { clientOf, settings }: Pick<Asking, 'clientOf' | 'settings'>,
): ConversationCaller {
  const { 'x-user-id': userId } = request.headers as z.output<typeof ChatHeaders>;
  const { key, tags } = request.caller;
  return {
    userId: userId || undefined,
    // Of a key that sees only some documents.
    keyId: typeof key === 'object' && tags !== null ? key?.keyId : undefined,
    client: clientOf(request),
    anonymousMemory: settings.anonymousMemory,
  };
}

/** Counts a question in the conversation that the request continues, and begins to answer it. */
export async function ask(request: FastifyRequest, body: ChatRequest, parts: Asking) {
  await parts.answerQuota.count(request.caller);
  const conversation = conversationOf(callerOf(request, parts), body.conversation_id, parts.newUuid);
  const question = questionOf(body, parts.settings, conversation);
  const { signal } = request.lifetime;
  const events = parts.seenBy(request).answerQuestion(question, { signal, correlationId: request.id });
  return { events };
}

/** A question as a request asks it; the settings say what it leaves out. */
export function questionOf(
  body: Omit<ChatRequest, 'conversation_id'>,
  settings: QuestionDefaults,
  { userId, conversationId }: ConversationKey,
): Question {
  return {
    text: body.question,
    mode: body.mode ?? settings.chatMode,
    language: body.lang ?? 'auto',
    topK: body.top_k ?? settings.topK,
    scoreThreshold: body.score_threshold ?? settings.scoreThreshold,
    given: { topK: body.top_k !== undefined, scoreThreshold: body.score_threshold !== undefined },
    filter: filterOf(body.filter),
    ...{ userId, conversationId },
  };
}
