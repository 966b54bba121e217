import { ask } from '../../api/client.ts';
import { isAbort, problemOf } from '../../api/problem.ts';
import type { ChatRequest } from '../../api/types.ts';
import { createStore } from '../../store.ts';
import { type Conversation, conversationWith, keepConversation, type Turn } from './conversations.ts';

/** Tokens arrive faster than frames; a growing answer is rendered at this interval. */
const DRAW_EVERY_MS = 40;

interface Asking {
  readonly conversationId: string;
  readonly turn: Turn;
}

/** The question being answered; one at a time, null when none is. */
export const asking = createStore<Asking | null>(null);

let controller: AbortController | undefined;

/** Keeps the partial answer. */
export function stopAsking(): void {
  controller?.abort();
}

/** Asks within the conversation, which keeps the turn in any case. Does nothing while another question runs. */
export async function askIn(conversation: Conversation, question: string): Promise<void> {
  if (asking.get()) return;
  controller = new AbortController();
  const { signal } = controller;
  let turn: Turn = {
    id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
    question,
    state: 'asking',
    text: '',
    sources: [],
    meta: null,
    failure: null,
    rating: null,
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    timer = undefined;
    asking.set({ conversationId: conversation.id, turn });
  };
  draw();
  keepConversation({ ...conversation, title: conversation.title || question });
  try {
    for await (const event of ask(requestOf(conversation, question), { signal })) {
      if (event.type === 'sources') turn = { ...turn, sources: event.sources };
      else if (event.type === 'token') turn = { ...turn, text: turn.text + event.delta };
      else {
        const { answer: text, sources, meta } = event.answer;
        turn = { ...turn, state: 'answered', text, sources, meta };
      }
      timer ??= setTimeout(draw, DRAW_EVERY_MS);
    }
  } catch (error) {
    turn = isAbort(error)
      ? { ...turn, state: 'stopped' }
      : { ...turn, state: 'failed', failure: failureOf(error) };
  } finally {
    clearTimeout(timer);
    controller = undefined;
    // Unless it was deleted meanwhile.
    const before = conversationWith(conversation.id);
    if (before) keepConversation({ ...before, turns: [...before.turns, turn] });
    asking.set(null);
  }
}

function requestOf({ id, mode, filter }: Conversation, question: string): ChatRequest {
  const { docs, tags } = filter;
  return {
    question,
    conversation_id: id,
    ...(mode && { mode }),
    ...((docs.length > 0 || tags.length > 0) && {
      filter: {
        ...(docs.length > 0 && { doc_ids: docs.map(({ docId }) => docId) }),
        ...(tags.length > 0 && { tags }),
      },
    }),
  };
}

function failureOf(error: unknown) {
  const { title, detail, correlationId, retryAfterSeconds } = problemOf(error);
  return { title, detail, correlationId, retryAfterSeconds };
}
