import { type ChunkList, type CorpusSummary, type DocumentEvent, intakeRestMs } from '@docent-server/client';
import { withProblems } from './client.ts';
import { type Asking, clientFor, send } from './request.ts';
import { setOnly } from './set-only.ts';
import type { Accepted, Batch, DocumentStatus } from './types.ts';

export type { CorpusSummary, DocumentEvent } from '@docent-server/client';

/** A searchable passage. */
export type Chunk = ChunkList['chunks'][number];

/** A file or URL to ingest. */
export interface Intake {
  readonly content: { readonly file: File } | { readonly url: string };
  readonly tags: readonly string[];
  /** The document that it replaces. */
  readonly replaces: string | null;
}

/** @param options.idempotencyKey The same for every attempt, so that nothing is ingested twice. */
type TakingIn = Asking & { readonly idempotencyKey: string };

/** Sends it once; the caller waits for the rate limit. */
export async function takeIn(
  { content, tags, replaces }: Intake,
  { idempotencyKey, ...asking }: TakingIn,
): Promise<Intaken<Accepted>> {
  const request = () => {
    if ('file' in content)
      return formRequest('upload', idempotencyKey, { files: [content.file], tags, replaces });
    const body = { url: content.url, ...setOnly({ tags: tags.length > 0 ? tags : null, doc_id: replaces }) };
    const headers = { 'idempotency-key': idempotencyKey, 'content-type': 'application/json' };
    return new Request('/api/v1/ingest', { method: 'POST', headers, body: JSON.stringify(body) });
  };
  return intakenOf<Accepted>(await send(request, { ...asking, rateLimit: 'throw' }));
}

/** Sends up to 100 files once. @returns `too large` where the server, or a proxy, takes fewer at once. */
export async function takeInFiles(
  files: readonly File[],
  tags: readonly string[],
  { idempotencyKey, ...asking }: TakingIn,
): Promise<Intaken<Batch> | 'too large'> {
  const alsoTakes = files.length > 1 ? [TOO_LARGE] : [];
  const request = () => formRequest('batch', idempotencyKey, { files, tags });
  const reply = await send(request, { ...asking, rateLimit: 'throw', alsoTakes });
  return reply.status === TOO_LARGE ? 'too large' : intakenOf<Batch>(reply);
}

const TOO_LARGE = 413;

/** The outcome, and the milliseconds until the rate limit has room again when it is nearly used up. */
interface Intaken<Outcome> {
  readonly outcome: Outcome;
  readonly restMs: number;
}

async function intakenOf<Outcome>(reply: Response): Promise<Intaken<Outcome>> {
  return { outcome: (await reply.json()) as Outcome, restMs: intakeRestMs(reply.headers) };
}

function formRequest(
  to: 'upload' | 'batch',
  idempotencyKey: string,
  form: {
    readonly files: readonly File[];
    readonly tags: readonly string[];
    readonly replaces?: string | null;
  },
): Request {
  const { files, tags, replaces = null } = form;
  const body = new FormData();
  if (replaces !== null) body.set('doc_id', replaces);
  if (tags.length > 0) body.set('tags', JSON.stringify(tags));
  for (const file of files) body.append('file', file);
  const headers = { 'idempotency-key': idempotencyKey };
  return new Request(`/api/v1/ingest/${to}`, { method: 'POST', headers, body });
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

/** A missing document counts as deleted. The browser completes the request even when the page closes. */
export async function deleteDocument(docId: string): Promise<void> {
  const path = `/api/v1/ingest/${encodeURIComponent(docId)}`;
  // Whoever left the page is not asked for a key.
  const sending = { askForKey: 'never', alsoTakes: [404] } as const;
  await send(() => new Request(path, { method: 'DELETE', keepalive: true }), sending);
}
