import type { Question } from '../../answering/answer.ts';
import type { ConversationKey } from '../../answering/conversation/conversation-key.ts';
import { type ChatRequest, filterOf } from '../schemas/chat.ts';
import type { QuestionDefaults } from './route-parts.ts';

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
