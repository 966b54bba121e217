import { linkedSignal } from '../concurrency/deadline.ts';
import type { Accepted, DocumentList, DocumentStatus } from '../http/schemas/ingest.ts';
import type { CorpusSummaryReply, Reindexing } from '../http/schemas/ingest-summary.ts';
import type { Problem } from '../http/schemas/problem.ts';

/**
 * Client of Docent's HTTP API for its command line. The operator chose the URL, not a document, so it bypasses the
 * guarded fetch, which refuses private addresses.
 */

export interface UploadFields {
  readonly doc_id?: string;
  readonly title?: string;
  readonly tags?: readonly string[];
}

/** An unexpected reply. `message` is the problem's `detail`, which says what to do. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The problem's code; undefined when the reply was not Docent's. */
  readonly code: string | undefined;
  /** From a 429 or 503 with Retry-After. */
  readonly retryAfterMs: number | undefined;

  constructor(of: { status: number; code?: string; message: string; retryAfterMs?: number }) {
    super(of.message);
    this.status = of.status;
    this.code = of.code;
    this.retryAfterMs = of.retryAfterMs;
  }
}

export interface DocumentClient {
  /** Any call, including ones expected to fail. */
  call(path: string, init?: RequestInit): Promise<Response>;
  /** @param content A blob of a file is streamed. @throws {ApiError} */
  upload(
    name: string,
    content: Uint8Array | Blob,
    fields?: UploadFields,
    options?: Waiting,
  ): Promise<Accepted>;
  status(docId: string, options?: Waiting): Promise<DocumentStatus>;
  /** One page of the list; `query` begins with `?`. */
  documents(query?: string, options?: Waiting): Promise<DocumentList>;
  /** Every document on all pages of the list. */
  allDocuments(filter?: { tag?: string }, options?: Waiting): Promise<DocumentStatus[]>;
  summary(options?: Waiting): Promise<CorpusSummaryReply>;
  /** Starts a reindex, or joins a running one. @throws {ApiError} */
  reindex(from: 'chunks' | 'originals', options?: Waiting): Promise<Reindexing>;
  /** @throws {ApiError} `invalid_api_key` when the server has a key and the client does not hold it. */
  checkKey(options?: Waiting): Promise<void>;
  /** Whether the document existed. */
  remove(docId: string, options?: Waiting): Promise<boolean>;
  /**
   * The changes of all documents, for an hour at most. The server's comments keep the connection alive; without any for
   * five minutes it fails.
   *
   * @throws {ApiError} Also when the server ends it.
   */
  changes(options?: Waiting): AsyncGenerator<DocumentChange>;
}

export type DocumentChange =
  | { readonly event: 'document'; readonly data: DocumentStatus }
  | { readonly event: 'deleted'; readonly data: { readonly doc_id: string } }
  /** At once, and whenever the number of documents of any status has changed. */
  | { readonly event: 'counts' }
  /** Changes were lost. */
  | { readonly event: 'missed' };

interface Waiting {
  readonly signal?: AbortSignal | undefined;
}

type Call = Omit<RequestInit, 'signal'> & { readonly signal?: AbortSignal | null | undefined };

const REQUEST_TIMEOUT_MS = 60_000;
/** As long as the server waits for an upload. */
const UPLOAD_TIMEOUT_MS = 600_000;
const PAGE_LIMIT = 200;

export function createDocumentClient(baseUrl: string, options: { apiKey?: string } = {}): DocumentClient {
  const base = baseUrl.replace(/\/+$/, '');
  const key: Record<string, string> = options.apiKey ? { 'x-api-key': options.apiKey } : {};

  const send = (path: string, { signal, headers, ...init }: Call = {}) =>
    fetch(base + path, { ...init, signal: signal ?? null, headers: { ...key, ...(headers as typeof key) } });

  function call(path: string, init: Call = {}, timeoutMs = REQUEST_TIMEOUT_MS): Promise<Response> {
    const reason = () => new DOMException(`No answer within ${timeoutMs} ms`, 'TimeoutError');
    // Not disposed of: the caller reads the body, for which the time counts as well.
    const { signal } = linkedSignal(init.signal ? [init.signal] : [], { afterMs: timeoutMs, reason });
    return send(path, { ...init, signal });
  }

  /** A person at a terminal sends no headers, so the server's words do not help. */
  const keyFault = options.apiKey
    ? 'The server did not accept the API key. Name the right one with --key or API_KEY.'
    : 'The server needs its API key, for example to replace a document. Name it with --key or API_KEY.';

  async function json<T>(response: Response, expectedStatus: number): Promise<T> {
    if (response.status !== expectedStatus) throw await errorOf(response, keyFault);
    return (await response.json()) as T;
  }

  async function documents(query = '', waiting: Waiting = {}): Promise<DocumentList> {
    return json(await call(`/api/v1/ingest/docs${query}`, waiting), 200);
  }

  return {
    call: (path, init) => call(path, init),

    async upload(name, content, { tags, ...fields } = {}, { signal } = {}) {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      if (tags && tags.length > 0) form.set('tags', JSON.stringify(tags));
      form.set(
        'file',
        content instanceof Blob ? content : new Blob([content as Uint8Array<ArrayBuffer>]),
        name,
      );
      const init = { method: 'POST', body: form, signal };
      return json(await call('/api/v1/ingest/upload', init, UPLOAD_TIMEOUT_MS), 202);
    },

    async status(docId, waiting) {
      return json(await call(`/api/v1/ingest/status/${docId}`, waiting), 200);
    },

    documents,

    async allDocuments({ tag } = {}, waiting = {}) {
      const found: DocumentStatus[] = [];
      let cursor: string | null = null;
      do {
        const query = new URLSearchParams({ limit: String(PAGE_LIMIT) });
        if (tag !== undefined) query.set('tag', tag);
        if (cursor !== null) query.set('cursor', cursor);
        const page: DocumentList = await documents(`?${query}`, waiting);
        found.push(...page.docs);
        cursor = page.next_cursor;
      } while (cursor !== null);
      return found;
    },

    async summary(waiting) {
      return json(await call('/api/v1/ingest/summary', waiting), 200);
    },

    async reindex(from, { signal } = {}) {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify({ from }), signal };
      return json(await call('/api/v1/ingest/reindex', init), 202);
    },

    async checkKey(waiting) {
      await json(await call('/api/v1/settings', waiting), 200);
    },

    async remove(docId, { signal } = {}) {
      const response = await call(`/api/v1/ingest/${docId}`, { method: 'DELETE', signal });
      if (response.status === 404) return false;
      await json(response, 200);
      return true;
    },

    async *changes({ signal } = {}) {
      const headers = { accept: 'text/event-stream' };
      const response = await send('/api/v1/ingest/docs', { headers, signal });
      if (response.status !== 200 || !response.body) throw await errorOf(response, keyFault);
      for await (const { event, data } of eventsOf(response.body)) {
        if (event === 'error') throw problemOf(data as Problem);
        yield { event, data } as DocumentChange;
      }
      throw new ApiError({ status: 200, message: 'The stream of changes ended.' });
    },
  };
}

const BODY_LENGTH_SHOWN = 500;

async function errorOf(response: Response, keyFault: string): Promise<ApiError> {
  const { status, url } = response;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined;
  const body = await response.text();
  try {
    const problem = JSON.parse(body) as Problem;
    const isKeyFault = problem.code === 'invalid_api_key';
    return problemOf(isKeyFault ? { ...problem, detail: keyFault } : problem, retryAfterMs);
  } catch {
    return new ApiError({
      status,
      message: `${url} answered ${status}: ${body.slice(0, BODY_LENGTH_SHOWN)}`,
    });
  }
}

function problemOf({ status, code, detail }: Problem, retryAfterMs?: number): ApiError {
  if (typeof detail !== 'string') throw new TypeError('Not a problem');
  return new ApiError({ status, code, message: detail, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

/** Events of Docent's server: one `event` and one `data` line each, comments between them. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<{ event: string; data: unknown }> {
  let text = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const frames = text.split('\n\n');
    text = frames.pop()!;
    for (const frame of frames) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) };
    }
  }
}
