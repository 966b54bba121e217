import type { Approval, DocumentText, ReviewEntry } from '@docent-server/client';
import { reviewer } from './access.ts';
import { type Asking, client, clientFor } from './request.ts';
import { setOnly } from './set-only.ts';
import type { QueryOf, Source } from './types.ts';

export type { Approval as Edits, ReviewEntry } from '@docent-server/client';

export type PendingSort = NonNullable<QueryOf<'/api/v1/review/pending'>['sort']>;
export type Verdict = NonNullable<QueryOf<'/api/v1/review/decided'>['status']>;

const PAGE = 100;

export function listPending(sort: PendingSort, cursor: string | null, asking: Asking) {
  const query = setOnly({ sort, cursor, limit: PAGE });
  return clientFor(asking).get('/api/v1/review/pending', { params: { query } });
}

export function listDecided(status: Verdict | '', cursor: string | null, asking: Asking) {
  const query = setOnly({ status, cursor, limit: PAGE });
  return clientFor(asking).get('/api/v1/review/decided', { params: { query } });
}

export function reviewEntry(entryId: string, asking: Asking = {}): Promise<ReviewEntry> {
  return clientFor(asking).get('/api/v1/review/{entry_id}', {
    params: { path: { entry_id: entryId } },
  });
}

/** Resolves when the answer is searchable. */
export async function approve(entryId: string, body: Approval): Promise<void> {
  await client.post('/api/v1/review/{entry_id}/approve', { params: decisionOn(entryId), body });
}

export async function reject(entryId: string, body: Pick<Approval, 'note'>): Promise<void> {
  await client.post('/api/v1/review/{entry_id}/reject', { params: decisionOn(entryId), body });
}

/** Takes a decision back. Resolves when the entry is in the queue, and an approved answer is no longer given. */
export async function reopen(entryId: string): Promise<void> {
  await client.post('/api/v1/review/{entry_id}/reopen', { params: { path: { entry_id: entryId } } });
}

/** The cited passage, if the cited version of the document is still published. */
export function passageText(
  { doc_id, chunk_id }: Pick<Source, 'doc_id' | 'chunk_id'>,
  asking: Asking = {},
): Promise<DocumentText> {
  const params = { path: { doc_id }, query: { chunk_id } };
  return clientFor(asking).get('/api/v1/ingest/{doc_id}/text', { params });
}

function decisionOn(entryId: string) {
  const by = reviewer.get();
  return { path: { entry_id: entryId }, ...(by !== '' && { header: { 'x-user-id': by } }) };
}
