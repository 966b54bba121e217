import { apiKey, askForKey, openView } from './access.ts';
import { lastFailure } from './last-failure.ts';
import { type ApiProblem, isAbort, problemOfReply, unreachable } from './problem.ts';
import { waitForRateLimit } from './waiting.ts';

const RATE_LIMIT_RETRIES_MAX = 3;
const RATE_LIMIT_WAIT_DEFAULT_SECONDS = 10;

export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Begins with a slash. */
  readonly path: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /**
   * Whether to ask the user when the server needs a key; `never` for background requests. Nobody is asked on another
   * view than the one on which the request began.
   */
  readonly askForKey?: 'when needed' | 'never';
  /** Whether to wait for the rate limit here, or to throw so that the caller waits. */
  readonly rateLimit?: 'wait' | 'throw';
  /** Further statuses whose reply is returned instead of thrown. */
  readonly alsoTakes?: readonly number[];
}

/**
 * Sends one request and gives its reply, a success. Waits out the rate limit, and asks for the API key where one is
 * needed, so that callers know of neither.
 *
 * @throws {ApiProblem} Everything else that can happen, but for the abort of `signal`.
 */
export async function send(request: ApiRequest): Promise<Response> {
  const view = openView.get();
  for (let retries = 0; ; ) {
    const key = apiKey.get();
    const reply = await fetched(request, key).catch((error) => {
      throw isAbort(error) ? error : failed(request, unreachable(error));
    });
    if (reply.ok || request.alsoTakes?.includes(reply.status)) return reply;
    const problem = await problemOfReply(reply);
    if (reply.status === 429 && request.rateLimit !== 'throw' && retries < RATE_LIMIT_RETRIES_MAX) {
      retries += 1;
      await waitForRateLimit(problem.retryAfterSeconds ?? RATE_LIMIT_WAIT_DEFAULT_SECONDS, request.signal);
    } else if (reply.status === 401 && request.askForKey !== 'never' && openView.get() === view) {
      // Another request may have got one meanwhile.
      const isNew = apiKey.get() !== key;
      if (!isNew && !(await askForKey({ declined: key !== '' }))) throw failed(request, problem);
    } else {
      throw failed(request, problem);
    }
  }
}

/** @throws {ApiProblem} As `send`. */
export async function sendForJson<T>(request: ApiRequest): Promise<T> {
  const reply = await send(request);
  return (await reply.json()) as T;
}

/** Logs a failed request, except background requests that lack a key. */
function failed({ method = 'GET', path, askForKey }: ApiRequest, problem: ApiProblem): ApiProblem {
  if (!(problem.code === 'invalid_api_key' && askForKey === 'never'))
    lastFailure.set({ method, path, problem, atMs: Date.now() });
  return problem;
}

function fetched(request: ApiRequest, key: string): Promise<Response> {
  const { method = 'GET', path, json, form, headers, signal } = request;
  return fetch(path, {
    method,
    credentials: 'omit',
    headers: {
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === '' ? {} : { 'X-API-Key': key }),
      ...headers,
    },
    ...(json === undefined ? form && { body: form } : { body: JSON.stringify(json) }),
    ...(signal && { signal }),
  });
}
