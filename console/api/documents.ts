import { apiKey } from './access.ts';
import { follow } from './client.ts';
import { queryOf } from './page.ts';
import { type ApiRequest, send, sendForJson } from './request.ts';
import type { Accepted, DocumentStatus } from './types.ts';

type Asking = Pick<ApiRequest, 'signal' | 'askForKey'>;

export type StatusCounts = Readonly<Record<DocumentStatus['status'], number>>;

/** A change of any document. */
export type DocumentEvent =
  | { readonly type: 'counts'; readonly counts: StatusCounts }
  | { readonly type: 'document'; readonly document: DocumentStatus }
  | { readonly type: 'deleted'; readonly docId: string }
  /** More changes than the server remembers: read the list again. */
  | { readonly type: 'missed' };

export interface CorpusSummary {
  readonly documents: number;
  readonly chunks: number;
  readonly bytes_originals: number;
  readonly bytes_on_disk: number;
}

/** A searchable passage. */
export interface Chunk {
  readonly chunk_id: string;
  /** From 0. */
  readonly position: number;
  readonly page: number | null;
  readonly section: string | null;
  readonly text: string;
}

export interface ChunkList {
  readonly version: number;
  readonly chunks: readonly Chunk[];
  readonly next_cursor: string | null;
  readonly total: number;
}

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
  const { content, tags, replaces, idempotencyKey } = intake;
  const reply = await send({
    ...asking,
    method: 'POST',
    rateLimit: 'throw',
    headers: { 'Idempotency-Key': idempotencyKey },
    ...('file' in content
      ? { path: '/api/v1/ingest/upload', form: formOf(content.file, { tags, replaces }) }
      : {
          path: '/api/v1/ingest',
          json: {
            url: content.url,
            ...(tags.length > 0 && { tags }),
            ...(replaces !== null && { doc_id: replaces }),
          },
        }),
  });
  return { accepted: (await reply.json()) as Accepted, restMs: restOf(reply.headers) };
}

function formOf(file: File, { tags, replaces }: Pick<Intake, 'tags' | 'replaces'>): FormData {
  const form = new FormData();
  if (replaces !== null) form.set('doc_id', replaces);
  if (tags.length > 0) form.set('tags', JSON.stringify(tags));
  form.set('file', file);
  return form;
}

/** Requests reserved for the user while files are sent. */
const RESERVE = 12;

/** By the server's clock, as this one may be wrong. */
function restOf(headers: Headers): number {
  const limit = Number(headers.get('x-ratelimit-limit') ?? Number.POSITIVE_INFINITY);
  const remaining = Number(headers.get('x-ratelimit-remaining') ?? Number.POSITIVE_INFINITY);
  if (remaining > Math.min(RESERVE, limit / 4)) return 0;
  const sentAtMs = Date.parse(headers.get('date') ?? '');
  const restMs = Number(headers.get('x-ratelimit-reset')) * 1000 - sentAtMs;
  return Number.isFinite(restMs) ? Math.max(0, restMs) : 0;
}

/** Changes of all documents from now on: one stream, no polling. Ends when the server ends it. */
export async function* followDocuments({ signal }: { signal: AbortSignal }): AsyncGenerator<DocumentEvent> {
  const headers = { Accept: 'text/event-stream' };
  for await (const { event, data } of follow({
    path: '/api/v1/ingest/docs',
    headers,
    signal,
    askForKey: 'never',
  })) {
    if (event === 'counts') yield { type: 'counts', counts: data as StatusCounts };
    else if (event === 'document') yield { type: 'document', document: data as DocumentStatus };
    else if (event === 'deleted') yield { type: 'deleted', docId: (data as { doc_id: string }).doc_id };
    else if (event === 'missed') yield { type: 'missed' };
  }
}

export function documentStatus(docId: string, asking: Asking = {}): Promise<DocumentStatus> {
  return sendForJson({ path: `/api/v1/ingest/status/${encodeURIComponent(docId)}`, ...asking });
}

export function documentChunks(
  docId: string,
  { limit, cursor }: { limit: number; cursor: string | null },
  asking: Asking = {},
): Promise<ChunkList> {
  const path = `${documentPath(docId)}/chunks${queryOf({ limit, cursor })}`;
  return sendForJson({ path, ...asking });
}

export function corpusSummary(asking: Asking = {}): Promise<CorpusSummary> {
  return sendForJson({ path: '/api/v1/ingest/summary', ...asking });
}

export async function retryDocument(docId: string): Promise<void> {
  await send({ method: 'POST', path: `${documentPath(docId)}/retry` });
}

/** A missing document counts as deleted. */
export async function deleteDocument(docId: string, asking: Asking = {}): Promise<void> {
  await send({ method: 'DELETE', path: documentPath(docId), alsoTakes: [404], ...asking });
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
