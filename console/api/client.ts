import { userId } from './access.ts';
import { readEvents } from './event-stream.ts';
import { queryOf } from './page.ts';
import { ApiProblem, isAbort, problemOfBody, unreachable } from './problem.ts';
import { type ApiRequest, send, sendForJson } from './request.ts';
import type {
  Accepted,
  ChatAnswer,
  ChatEvent,
  ChatRequest,
  DocumentList,
  DocumentSort,
  DocumentStatus,
  DocumentText,
  FeedbackRequest,
  Problem,
  Source,
} from './types.ts';

type Asking = Pick<ApiRequest, 'signal' | 'askForKey'>;

/**
 * Asks, and streams the answer: `sources`, `token`s, and finally `done`, which replaces them.
 *
 * @throws {ApiProblem} Also when the stream ends before `done`.
 */
export async function* ask(
  json: ChatRequest,
  { signal }: { signal: AbortSignal },
): AsyncGenerator<ChatEvent> {
  const headers = { 'X-User-Id': userId.get() };
  for await (const { event, data } of follow({
    method: 'POST',
    path: '/api/v1/chat/stream',
    json,
    headers,
    signal,
  })) {
    if (event === 'sources') yield { type: 'sources', sources: (data as { sources: Source[] }).sources };
    else if (event === 'token') yield { type: 'token', delta: (data as { delta: string }).delta };
    else if (event === 'done') {
      yield { type: 'done', answer: data as ChatAnswer };
      return;
    }
  }
  throw brokenOff();
}

/** Deletes a conversation of this browser, or all, from the server's memory. */
export async function forgetConversations(conversationId?: string): Promise<void> {
  await send({
    method: 'DELETE',
    path: `/api/v1/chat/memory${queryOf({ conversation_id: conversationId })}`,
    headers: { 'X-User-Id': userId.get() },
  });
}

export function listDocuments(
  query: {
    limit?: number;
    cursor?: string;
    status?: DocumentStatus['status'] | '';
    tag?: string;
    q?: string;
    sort?: DocumentSort;
  },
  asking: Asking = {},
): Promise<DocumentList> {
  return sendForJson({ path: `/api/v1/ingest/docs${queryOf(query)}`, ...asking });
}

/** The extracted text between two offsets, in UTF-16 units. */
export function documentText(
  docId: string,
  { from, to }: { from: number; to: number },
  asking: Asking = {},
): Promise<DocumentText> {
  return sendForJson({
    path: `/api/v1/ingest/${encodeURIComponent(docId)}/text${queryOf({ from, to })}`,
    ...asking,
  });
}

/** The URL of the original file; when there is a key, `send` must fetch it. */
export function originalPath(docId: string): string {
  return `/api/v1/ingest/${encodeURIComponent(docId)}/original`;
}

export function uploadDocument(file: File, asking: Asking = {}): Promise<Accepted> {
  const form = new FormData();
  form.set('file', file);
  return sendForJson({ method: 'POST', path: '/api/v1/ingest/upload', form, ...asking });
}

/** Yields the states of an ingest until it ends: one stream, no polling. */
export async function* followIngest(docId: string, { signal }: { signal: AbortSignal }) {
  const path = `/api/v1/ingest/status/${encodeURIComponent(docId)}`;
  const headers = { Accept: 'text/event-stream' };
  for await (const { event, data } of follow({ path, headers, signal })) {
    if (event === 'status' || event === 'done') yield data as DocumentStatus;
    if (event === 'done') return;
  }
  throw brokenOff();
}

/** @returns The id by which later feedback can replace it. */
export async function giveFeedback(json: FeedbackRequest): Promise<string> {
  const { feedback_id } = await sendForJson<{ feedback_id: string }>({
    method: 'POST',
    path: '/api/v1/feedback',
    json,
  });
  return feedback_id;
}

/** The events of a reply with parsed data; an `error` event is thrown. */
export async function* follow(request: ApiRequest): AsyncGenerator<{ event: string; data: unknown }> {
  const reply = await send(request);
  if (!reply.body) throw brokenOff();
  try {
    for await (const { event, data } of readEvents(reply.body)) {
      const value: unknown = JSON.parse(data);
      if (event === 'error') throw problemOfBody(value as Problem);
      yield { event, data: value };
    }
  } catch (error) {
    if (error instanceof ApiProblem || isAbort(error)) throw error;
    throw unreachable(error);
  }
}

function brokenOff(): ApiProblem {
  return new ApiProblem({
    code: 'broken_off',
    title: 'The connection broke off',
    detail: 'The reply ended in the middle. Try again.',
  });
}
