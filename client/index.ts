/**
 * Client of Docent's HTTP API, for Node, browsers and every other place that has `fetch`. Types come from the OpenAPI
 * document of the same version.
 *
 * @example Ask, and show the answer as it is written.
 * ```ts
 * import { createClient } from '@docent-server/client';
 *
 * const docent = createClient({ url: 'http://127.0.0.1:8000' });
 * for await (const event of docent.ask('What does a family ticket cost?')) {
 *   if (event.type === 'token') process.stdout.write(event.delta);
 *   if (event.type === 'done') console.log(event.reply.sources.map(({ n, label }) => `\n[${n}] ${label}`).join(''));
 * }
 * ```
 * @example Add a document, and wait until questions find it.
 * ```ts
 * import { createClient } from '@docent-server/client';
 *
 * const docent = createClient({ url: 'http://127.0.0.1:8000', apiKey: 'secret' });
 * const accepted = await docent.upload('prices.md', new Blob(['A family ticket costs 24 euros.']), { tags: ['museum'] });
 * const { status } = await docent.ingestEnd(accepted.doc_id);
 * console.log(status);
 * ```
 * @example Call any operation, and read a list to its end.
 * ```ts
 * import { createClient } from '@docent-server/client';
 *
 * const docent = createClient({ url: 'http://127.0.0.1:8000', apiKey: 'secret' });
 * const { passages } = await docent.post('/api/v1/search', { body: { query: 'family ticket', limit: 3 } });
 * console.log(passages.map(({ title }) => title));
 * for await (const { doc_id, title } of docent.each('/api/v1/ingest/docs', { tag: 'museum' })) console.log(doc_id, title);
 * ```
 */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import createFetchClient, {
  type ClientPathsWithMethod,
  type Client as FetchClient,
  type MaybeOptionalInit,
} from 'openapi-fetch';
import type {
  Accepted,
  Batch,
  BatchForm,
  ChatAnswer,
  ChatRequest,
  DocumentStatus,
  Problem,
  paths,
  Source,
  UploadForm,
} from './openapi.ts';

export type * from './openapi.ts';
export { type RowCell, type RowPart, rowParts } from './row-parts.ts';

export interface ClientOptions {
  /** Of the server; http://127.0.0.1:8000 by default. */
  readonly url?: string;
  readonly apiKey?: string | undefined;
  /** Of every call that names none. */
  readonly signal?: AbortSignal | undefined;
  /** Sends a request, instead of the global `fetch`: the place for deadlines. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Calls `read` for each request of `get` and `each`, and again after an `ApiError` if it likes: the place for retries. */
  readonly reading?: (read: () => Promise<Response>, signal: AbortSignal) => Promise<Response>;
}

export interface Waiting {
  readonly signal?: AbortSignal | undefined;
}

/** A file to send with others, and what it is called. */
export type NamedFile = NonNullable<BatchForm['documents']>[number] & {
  readonly name: string;
  readonly content: Blob | Uint8Array;
};

export type AskEvent =
  /** The passages found, before anything is written. */
  | { readonly type: 'sources'; readonly sources: readonly Source[] }
  /** What comes next in the answer. */
  | { readonly type: 'token'; readonly delta: string }
  /** The last event. It replaces everything before it. */
  | { readonly type: 'done'; readonly reply: ChatAnswer };

/** A change of any document. */
export type DocumentEvent =
  | { readonly event: 'document'; readonly data: DocumentStatus }
  | { readonly event: 'deleted'; readonly data: { readonly doc_id: string } }
  /** The number of documents by status: at once, and whenever it has changed. */
  | { readonly event: 'counts'; readonly data: Readonly<Record<DocumentStatus['status'], number>> }
  /** Changes were lost: read the list again. */
  | { readonly event: 'missed' };

/** A reply that is not the expected one. `message` says what to do. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** What the server said; undefined when the reply was not Docent's. */
  readonly problem: Problem | undefined;
  /** From `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    of: { status: number; problem?: Problem | undefined; retryAfterMs?: number | undefined },
  ) {
    super(message);
    this.status = of.status;
    this.problem = of.problem;
    this.retryAfterMs = of.retryAfterMs;
  }

  get code(): string | undefined {
    return this.problem?.code;
  }
}

export type Client = ReturnType<typeof createClient>;

export function createClient({
  url = 'http://127.0.0.1:8000',
  apiKey,
  signal: usual,
  fetch: sent = fetch,
  reading = (read) => read(),
}: ClientOptions = {}) {
  const baseUrl = url.replace(/\/+$/, '');
  const headers: Record<string, string> = apiKey ? { 'x-api-key': apiKey } : {};

  async function send(request: Request): Promise<Response> {
    const response = await sent(request);
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  const api = createFetchClient<paths, 'application/json'>({
    ...{ baseUrl, headers, signal: usual ?? null },
    fetch: (request) =>
      request.method === 'GET' ? reading(() => send(request), request.signal) : send(request),
  });

  const caller =
    <Method extends CalledMethod>(method: Method): Caller<Method> =>
    async (path, ...[init]) =>
      (await api.request(method, path as never, init as never)).data as never;
  const get = caller('get');
  const post = caller('post');

  /** The events of a reply with their data; an `error` is thrown. */
  async function* events(
    path: string,
    { headers: more, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): AsyncGenerator<{ readonly event: string; readonly data: unknown }> {
    const { signal = usual } = init;
    const request = {
      ...init,
      signal: signal ?? null,
      headers: { accept: 'text/event-stream', ...headers, ...more },
    };
    const response = await send(new Request(baseUrl + path, request));
    // Not by `for await`, which Safari lacks for streams.
    const reader = response
      .body!.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    // Node forgets the signal of a request whose reply is being read as soon as it collects garbage.
    const leave = () => void reader.cancel().catch(() => {});
    signal?.addEventListener('abort', leave);
    try {
      for (;;) {
        const { done, value } = await reader.read();
        signal?.throwIfAborted();
        if (done) return;
        const data: unknown = JSON.parse(value.data);
        if (value.event === 'error') throw errorOfProblem(data as Problem);
        yield { event: value.event ?? 'message', data };
      }
    } finally {
      signal?.removeEventListener('abort', leave);
      // This closes the connection, which stops the server's work.
      await reader.cancel().catch(() => {});
    }
  }

  return {
    get,
    post,
    patch: caller('patch'),
    delete: caller('delete'),
    events,

    /** Any request, whatever its reply is. @param path Begins with a slash. */
    request(path: string, { headers: more, ...init }: RequestInit = {}): Promise<Response> {
      return sent(
        new Request(baseUrl + path, {
          ...{ signal: usual ?? null, ...init },
          headers: { ...headers, ...(more as typeof headers) },
        }),
      );
    },

    /**
     * Asks a question and yields the answer as it is written. Stop reading to stop the server.
     *
     * @param question Its text, or all that a request may hold, such as `mode`, `filter` and `conversation_id`.
     * @param options.userId Whose conversation it is.
     * @throws {ApiError} Even when the stream ends early.
     */
    async *ask(
      question: string | ChatRequest,
      { signal = usual, userId }: Waiting & { readonly userId?: string } = {},
    ): AsyncGenerator<AskEvent> {
      const stream = events('/api/v1/chat/stream', {
        method: 'POST',
        signal: signal ?? null,
        headers: { 'content-type': 'application/json', ...(userId && { 'x-user-id': userId }) },
        body: JSON.stringify(typeof question === 'string' ? { question } : question),
      });
      for await (const { event, data } of stream) {
        if (event === 'done') {
          yield { type: 'done', reply: data as ChatAnswer };
          return;
        }
        yield { type: event, ...(data as object) } as AskEvent;
      }
      throw new ApiError('The answer ended in the middle. Ask again.', { status: 200 });
    },

    /** Sends a file; `status` reports its ingest. @param content A blob of a file is streamed. */
    async upload(
      name: string,
      content: Blob | Uint8Array,
      { tags, ...fields }: Omit<UploadForm, 'file' | 'tags'> & { readonly tags?: readonly string[] } = {},
      { signal = usual, ...init }: Waiting & { readonly headers?: Record<string, string> } = {},
    ): Promise<Accepted> {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
      if (tags && tags.length > 0) form.set('tags', JSON.stringify(tags));
      form.set('file', blobOf(content), name);
      return post('/api/v1/ingest/upload', { ...init, body: form as never, signal: signal ?? null });
    },

    /**
     * Sends up to 100 files in one request. Its reply says of each whether it was accepted; files that it does not
     * mention were not read.
     */
    async uploadBatch(
      files: readonly NamedFile[],
      { tags }: { readonly tags?: readonly string[] } = {},
      { signal = usual, ...init }: Waiting & { readonly headers?: Record<string, string> } = {},
    ): Promise<Batch> {
      const form = new FormData();
      form.set('documents', JSON.stringify(files.map(({ name, content, ...named }) => named)));
      if (tags && tags.length > 0) form.set('tags', JSON.stringify(tags));
      for (const { name, content } of files) form.append('file', blobOf(content), name);
      return post('/api/v1/ingest/batch', { ...init, body: form as never, signal: signal ?? null });
    },

    status(docId: string, { signal = usual }: Waiting = {}): Promise<DocumentStatus> {
      const params = { path: { doc_id: docId } };
      return get('/api/v1/ingest/status/{doc_id}', { params, signal: signal ?? null });
    },

    /** Waits until a document is done, skipped or failed. @throws {ApiError} Even when it is deleted meanwhile. */
    async ingestEnd(docId: string, { signal = usual }: Waiting = {}): Promise<DocumentStatus> {
      const path = `/api/v1/ingest/status/${encodeURIComponent(docId)}`;
      for await (const { event, data } of events(path, { signal: signal ?? null }))
        if (event === 'done') return data as DocumentStatus;
      throw new ApiError('The stream of states ended. Ask for the status again.', { status: 200 });
    },

    /**
     * The changes of all documents, for an hour at most.
     *
     * @throws {ApiError} Even when the server ends it.
     */
    async *changes({ signal = usual }: Waiting = {}): AsyncGenerator<DocumentEvent> {
      yield* events('/api/v1/ingest/docs', { signal: signal ?? null }) as AsyncGenerator<DocumentEvent>;
      throw new ApiError('The stream of changes ended.', { status: 200 });
    },

    /** The items of a list, over all its pages. */
    async *each<Path extends ListPath>(
      path: Path,
      query: Query<Path> = {} as Query<Path>,
      { signal = usual }: Waiting = {},
    ): AsyncGenerator<ItemOf<Reply<paths[Path]['get']>>> {
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const all = { limit: PAGE_LIMIT, ...query, ...(cursor && { cursor }) };
        const init = { params: { query: all }, signal: signal ?? null } as never;
        const page = (await get(path, init)) as Page;
        yield* Object.values<unknown>({ ...page }).find(Array.isArray) as never[];
        cursor = page.next_cursor;
      }
    },
  };
}

function blobOf(content: Blob | Uint8Array): Blob {
  return content instanceof Blob ? content : new Blob([content as Uint8Array<ArrayBuffer>]);
}

/** Requests of each minute that are left for questions while files are sent. */
const RESERVE = 12;

/**
 * How long to send no more documents, as the rate limit of this address has little room left: milliseconds, by the
 * server's clock, 0 while there is room.
 *
 * @param headers Of the reply to a document that was sent.
 */
export function intakeRestMs(headers: Headers): number {
  const limit = Number(headers.get('x-ratelimit-limit') ?? Number.POSITIVE_INFINITY);
  const remaining = Number(headers.get('x-ratelimit-remaining') ?? Number.POSITIVE_INFINITY);
  if (remaining > Math.min(RESERVE, limit / 4)) return 0;
  const sentAtMs = Date.parse(headers.get('date') ?? '');
  const restMs = Number(headers.get('x-ratelimit-reset')) * 1000 - sentAtMs;
  return Number.isFinite(restMs) ? Math.max(0, restMs) : 0;
}

/** The most that the server gives. */
const PAGE_LIMIT = 200;
const BODY_SHOWN = 200;

async function errorOf(response: Response): Promise<ApiError> {
  const { status, url, headers } = response;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined;
  const body = await response.text().catch(() => '');
  if (headers.get('content-type')?.startsWith('application/problem+json'))
    return errorOfProblem(JSON.parse(body) as Problem, retryAfterMs);
  const told = body.slice(0, BODY_SHOWN).replaceAll(/\s+/g, ' ');
  return new ApiError(`${url} answered ${status}, and not as Docent does: ${told}`, { status, retryAfterMs });
}

function errorOfProblem(problem: Problem, retryAfterMs?: number): ApiError {
  return new ApiError(problem.detail, { status: problem.status, problem, retryAfterMs });
}

type Api = FetchClient<paths, 'application/json'>;
type PathOf<Method extends CalledMethod> = ClientPathsWithMethod<Api, Method>;
type CalledMethod = 'get' | 'post' | 'patch' | 'delete';
/** Calls an operation and resolves to its reply. @throws {ApiError} */
type Caller<Method extends CalledMethod> = <Path extends PathOf<Method>>(
  path: Path,
  ...init: Init<MaybeOptionalInit<paths[Path], Method>>
) => Promise<Reply<paths[Path][Method]>>;
/** Left out where nothing in it is required. */
type Init<Given> = undefined extends Given ? [init?: Given] : [init: Given];

type Reply<Operation> = Operation extends { readonly responses: infer Replies }
  ? {
      [Status in keyof Replies]: Replies[Status] extends {
        content: { readonly 'application/json': infer Body };
      }
        ? Body
        : never;
    }[keyof Replies]
  : never;

interface Page {
  readonly next_cursor: string | null;
}
/** Of the lists without a parameter in their path. */
type ListPath = Exclude<
  { [Path in PathOf<'get'>]: Reply<paths[Path]['get']> extends Page ? Path : never }[PathOf<'get'>],
  `${string}{${string}`
>;
type Query<Path extends ListPath> = NonNullable<paths[Path]['get']['parameters']['query']>;
type ItemOf<Body> = {
  [Field in keyof Body]: Body[Field] extends readonly (infer Item)[] ? Item : never;
}[keyof Body];
