import { ask } from '../../api/client.ts';
import { newId } from '../../api/new-id.ts';
import { isAbort, problemOf } from '../../api/problem.ts';
import type { ChatMode, ChatRequest } from '../../api/types.ts';
import { createStore, put } from '../../store.ts';
import {
  type Conversation,
  changeTurn,
  conversationWith,
  type Failure,
  type Filter,
  keepConversation,
  type Turn,
} from './conversations.ts';
import { documentDates } from './document-dates.ts';
import { offeredMode } from './modes.ts';

/** Tokens arrive faster than frames; a growing answer is rendered at this interval. */
const DRAW_EVERY_MS = 40;

/** The questions being answered, by conversation: one at a time in each. */
export const asking = createStore<ReadonlyMap<string, Turn>>(new Map());

/** How to end each of them. */
const underway = new Map<string, { readonly stop: () => void; readonly keep: () => void }>();

/** Turns that this page could not get answered: no other tab, and no later visit, is to ask them again by itself. */
const failedHere = new Set<string>();

/** Keeps the partial answer. */
export function stopAsking(conversationId: string): void {
  underway.get(conversationId)?.stop();
}

/** Whether a question that failed is to be asked again when the server said when. */
export function isAskedAgain(turn: Turn): boolean {
  return failedHere.has(turn.id);
}

/**
 * Asks within the conversation, which keeps the turn in any case. Does nothing while another of its questions runs.
 *
 * @param options.turnId Of the turn that the new one takes the place of, once it is over.
 * @param options.mode For this question alone, instead of the conversation's.
 * @param options.failure Of that turn, shown until there is an event: a question that is asked again by itself.
 */
export async function askIn(
  conversation: Conversation,
  question: string,
  {
    turnId = newId(),
    failure = null,
    mode,
  }: { turnId?: string | undefined; failure?: Failure | null; mode?: ChatMode | undefined } = {},
): Promise<void> {
  const { id } = conversation;
  if (underway.has(id)) return;
  const controller = new AbortController();
  const { signal } = controller;
  let turn: Turn = {
    id: turnId,
    question,
    state: 'asking',
    text: '',
    sources: [],
    meta: null,
    failure,
    rating: null,
  };
  const keep = () => {
    // Unless it was deleted meanwhile.
    const before = conversationWith(id);
    const kept = turn.state === 'asking' ? stopped(turn) : turn;
    if (before) keepConversation({ ...before, turns: turnsWith(before, kept) });
  };
  underway.set(id, { stop: () => controller.abort(), keep });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    timer = undefined;
    put(asking, id, turn);
  };
  draw();
  keepConversation({ ...conversation, title: conversation.title || question });
  try {
    for await (const event of ask(requestOf(conversation, question, mode), { signal })) {
      turn = { ...turn, failure: null };
      if (event.type === 'sources') turn = { ...turn, sources: event.sources };
      else if (event.type === 'token') turn = { ...turn, text: turn.text + event.delta };
      else {
        const { answer: text, sources, related, meta } = event.reply;
        turn = { ...turn, state: 'answered', text, sources, ...(related.length > 0 && { related }), meta };
      }
      timer ??= setTimeout(draw, DRAW_EVERY_MS);
    }
    failedHere.delete(turnId);
  } catch (error) {
    // While the page ends, a stream that is aborted is a network that fails.
    turn =
      signal.aborted || isAbort(error)
        ? stopped(turn)
        : { ...turn, state: 'failed', failure: failureOf(error) };
    if (turn.state === 'failed') failedHere.add(turnId);
  } finally {
    clearTimeout(timer);
    underway.delete(id);
    keep();
    put(asking, id, null);
    void dateSources(id, turn);
  }
}

/** Adds to a turn when the documents of its passages last changed. */
async function dateSources(conversationId: string, { id, sources, related = [] }: Turn): Promise<void> {
  const passages = [...sources, ...related];
  if (passages.length === 0) return;
  const changedAt = await documentDates(passages.map(({ doc_id }) => doc_id));
  changeTurn(conversationId, id, { changedAt });
}

/** The conversation's turns, and this one last, instead of the one that it takes the place of. */
export function turnsWith({ turns }: Conversation, turn: Turn): Turn[] {
  return [...turns.filter(({ id }) => id !== turn.id), turn];
}

function stopped(turn: Turn): Turn {
  return { ...turn, state: 'stopped', failure: null };
}

function requestOf(
  { id, mode: chosen, filter }: Conversation,
  question: string,
  otherMode: ChatMode | undefined,
): ChatRequest {
  const mode = otherMode ?? offeredMode(chosen);
  return { question, conversation_id: id, ...(mode && { mode }), ...requestFilter(filter) };
}

/** The documents that a request is limited to; nothing where all may answer. */
export function requestFilter({ docs, tags }: Filter): Pick<ChatRequest, 'filter'> {
  if (docs.length === 0 && tags.length === 0) return {};
  return {
    filter: {
      ...(docs.length > 0 && { doc_ids: docs.map(({ docId }) => docId) }),
      ...(tags.length > 0 && { tags: [...tags] }),
    },
  };
}

function failureOf(error: unknown): Failure {
  const { title, detail, correlationId, retryAfterSeconds } = problemOf(error);
  return { title, detail, correlationId, retryAfterSeconds };
}

/** What is there of an answer outlives the page, which ends before it could be told that the stream has. */
addEventListener('pagehide', () => {
  for (const { stop, keep } of underway.values()) {
    stop();
    keep();
  }
});
