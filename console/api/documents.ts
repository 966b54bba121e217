import { type ChunkList, type CorpusSummary, type DocumentEvent, intakeRestMs } from '@docent-server/client';
import { apiKey } from './access.ts';
import { withProblems } from './client.ts';
import { setOnly } from './page.ts';
import { type Asking, clientFor, send } from './request.ts';
import type { Accepted, DocumentStatus } from './types.ts';

export type { CorpusSummary, DocumentEvent } from '@docent-server/client';

/** A searchable passage. */
export type Chunk = ChunkList['chunks'][number];

/** A file or URL to ingest. */
export interface Intake {
  readonly content: { readonly file: File } | { readonly url: string };
  readonly tags: readonly string[];
  /** The document that it replaces. */
  readonly replaces: string | null;
  /** The same for every attempt, so that nothing is ingested twice. */
  readonly idempotencyKey: string;
}

/**
 * Sends it once; the caller waits for the rate limit.
 *
 * @returns The outcome, and the milliseconds until the rate limit has room again when it is nearly used up.
 */
export async function takeIn(
  intake: Intake,
  asking: Asking = {},
): Promise<{ accepted: Accepted; restMs: number }> {
  const reply = await send(() => requestOf(intake), { ...asking, rateLimit: 'throw' });
  return { accepted: (await reply.json()) as Accepted, restMs: intakeRestMs(reply.headers) };
}

function requestOf({ content, tags, replaces, idempotencyKey }: Intake): Request {
  const init = { method: 'POST', headers: { 'idempotency-key': idempotencyKey } };
  if ('file' in content)
    return new Request('/api/v1/ingest/upload', { ...init, body: formOf(content.file, { tags, replaces }) });
  const body = { url: content.url, ...setOnly({ tags: tags.length > 0 ? tags : null, doc_id: replaces }) };
  const headers = { ...init.headers, 'content-type': 'application/json' };
  return new Request('/api/v1/ingest', { ...init, headers, body: JSON.stringify(body) });
}

function formOf(file: File, { tags, replaces }: Pick<Intake, 'tags' | 'replaces'>): FormData {
  const form = new FormData();
  if (replaces !== null) form.set('doc_id', replaces);
  if (tags.length > 0) form.set('tags', JSON.stringify(tags));
  form.set('file', file);
  return form;
}

/** Changes of all documents from now on: one stream, no polling. Throws when the server ends it. */
export function followDocuments({ signal }: { signal: AbortSignal }): AsyncGenerator<DocumentEvent> {
  return withProblems(clientFor({ askForKey: 'never' }).changes({ signal }));
}

export function documentStatus(docId: string, asking: Asking = {}): Promise<DocumentStatus> {
  return clientFor(asking).status(docId);
}

/** When it last changed; undefined when it is gone. In the background: asks for no key, and waits for nothing. */
export async function documentDate(docId: string): Promise<string | undefined> {
  const path = `/api/v1/ingest/status/${encodeURIComponent(docId)}`;
  const sending = { askForKey: 'never', rateLimit: 'throw', alsoTakes: [404, 429] } as const;
  const reply = await send(() => new Request(path), sending);
  return reply.ok ? ((await reply.json()) as DocumentStatus).updated_at : undefined;
}

export function documentChunks(
  docId: string,
  { limit, cursor }: { limit: number; cursor: string | null },
  asking: Asking = {},
): Promise<ChunkList> {
  const params = { path: { doc_id: docId }, query: setOnly({ limit, cursor }) };
  return clientFor(asking).get('/api/v1/ingest/{doc_id}/chunks', { params });
}

export function corpusSummary(asking: Asking = {}): Promise<CorpusSummary> {
  return clientFor(asking).get('/api/v1/ingest/summary');
}

/** Changes title and tags of a document. @returns The document with them. */
export function changeDocument(
  docId: string,
  { title, tags }: { readonly title?: string; readonly tags?: readonly string[] },
): Promise<DocumentStatus> {
  const body = { ...(title !== undefined && { title }), ...(tags && { tags: [...tags] }) };
  return clientFor({}).patch('/api/v1/ingest/{doc_id}', { params: { path: { doc_id: docId } }, body });
}

export async function retryDocument(docId: string): Promise<void> {
  await clientFor({}).post('/api/v1/ingest/{doc_id}/retry', { params: { path: { doc_id: docId } } });
}

/** A missing document counts as deleted. */
export async function deleteDocument(docId: string, { askForKey }: Asking = {}): Promise<void> {
  const path = documentPath(docId);
  await send(() => new Request(path, { method: 'DELETE' }), { askForKey, alsoTakes: [404] });
}

/** While the page closes: the browser completes the request, and nobody sees its outcome. */
export function deleteDocumentOnLeaving(docId: string): void {
  const key = apiKey.get();
  void fetch(documentPath(docId), {
    method: 'DELETE',
    keepalive: true,
    credentials: 'omit',
    headers: key === '' ? {} : { 'X-API-Key': key },
  }).catch(() => {});
}

function documentPath(docId: string): string {
  return `/api/v1/ingest/${encodeURIComponent(docId)}`;
}
