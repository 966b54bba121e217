import { ApiError, type AskEvent } from '@docent-server/client';
import { t } from '../messages.ts';
import { userId } from './access.ts';
import { ApiProblem, isAbort, problemOfBody, unreachable } from './problem.ts';
import { type Asking, client, clientFor } from './request.ts';
import { setOnly } from './set-only.ts';
import type {
  ChatRequest,
  DocumentList,
  DocumentSort,
  DocumentStatus,
  DocumentText,
  FeedbackRequest,
} from './types.ts';

/** Asks as this browser, and streams the answer. @throws {ApiProblem} Even when the stream ends before `done`. */
export function ask(request: ChatRequest, { signal }: { signal: AbortSignal }): AsyncGenerator<AskEvent> {
  return withProblems(client.ask(request, { signal, userId: userId.get() }));
}

/** Deletes a conversation of this browser, or all, from the server's memory. */
export async function forgetConversations(conversationId?: string): Promise<void> {
  const query = setOnly({ conversation_id: conversationId });
  await client.delete('/api/v1/chat/memory', { params: { query, header: { 'x-user-id': userId.get() } } });
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
  return clientFor(asking).get('/api/v1/ingest/docs', { params: { query: setOnly(query) } });
}

/** The extracted text between two offsets, in UTF-16 units. */
export function documentText(
  docId: string,
  { from, to }: { from: number; to: number },
  asking: Asking = {},
): Promise<DocumentText> {
  const params = { path: { doc_id: docId }, query: { from, to } };
  return clientFor(asking).get('/api/v1/ingest/{doc_id}/text', { params });
}

/** The URL of the original file; when there is a key, `send` must fetch it. */
export function originalPath(docId: string): string {
  return `/api/v1/ingest/${encodeURIComponent(docId)}/original`;
}

/** @returns The id by which later feedback can replace it. */
export async function giveFeedback(body: FeedbackRequest): Promise<string> {
  return (await client.post('/api/v1/feedback', { body })).feedback_id;
}

/** Events whose stream fails in words for users. */
export async function* withProblems<T>(events: AsyncGenerator<T>): AsyncGenerator<T> {
  let hasBegun = false;
  try {
    for await (const event of events) {
      hasBegun = true;
      yield event;
    }
  } catch (error) {
    if (error instanceof ApiProblem || isAbort(error)) throw error;
    if (!(error instanceof ApiError)) throw hasBegun ? brokenOff() : unreachable(error);
    throw error.problem ? problemOfBody(error.problem) : brokenOff();
  }
}

function brokenOff(): ApiProblem {
  return new ApiProblem({
    code: 'broken_off',
    title: t('The connection was lost'),
    detail: t('The reply is incomplete. Try again.'),
  });
}
