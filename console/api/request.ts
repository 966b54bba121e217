import { type Client, createClient } from '@docent-server/client';
import { language } from '../messages.ts';
import { createStore } from '../store.ts';
import { apiKey, askForKey, openView } from './access.ts';
import { type ApiProblem, isAbort, problemOfReply, unreachable } from './problem.ts';
import { waitForRateLimit } from './waiting.ts';

const RATE_LIMIT_RETRIES_MAX = 3;
const RATE_LIMIT_WAIT_DEFAULT_SECONDS = 10;

/** The last failed request of this page; null while all succeeded. */
export const lastFailure = createStore<{
  readonly method: string;
  readonly path: string;
  readonly problem: ApiProblem;
  readonly atMs: number;
} | null>(null);

/** How a request is sent. */
export interface Sending {
  /**
   * Whether to ask the user when the server needs a key; `never` for background requests. Nobody is asked on another
   * view than the one on which the request began.
   */
  readonly askForKey?: 'when needed' | 'never' | undefined;
  /** Whether to wait for the rate limit here, or to throw so that the caller waits. */
  readonly rateLimit?: 'wait' | 'throw';
  /** Further statuses whose reply is returned instead of thrown. */
  readonly alsoTakes?: readonly number[];
}

export interface Asking extends Pick<Sending, 'askForKey'> {
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * Sends a request and gives its reply, a success. Waits out the rate limit, and asks for the API key where one is
 * needed, so that callers know of neither.
 *
 * @param request Made again for each attempt, as a body can be sent once.
 * @throws {ApiProblem} Everything else that can happen, but for the abort of its signal.
 */
export async function send(request: () => Request, sending: Sending = {}): Promise<Response> {
  const view = openView.get();
  for (let retries = 0; ; ) {
    const key = apiKey.get();
    const attempt = request();
    attempt.headers.set('accept-language', language);
    if (key !== '' && !attempt.headers.has('x-api-key')) attempt.headers.set('x-api-key', key);
    const reply = await fetch(attempt, { credentials: 'omit' }).catch((error) => {
      throw isAbort(error) ? error : failed(attempt, sending, unreachable(error));
    });
    if (reply.ok || sending.alsoTakes?.includes(reply.status)) return reply;
    const problem = await problemOfReply(reply);
    if (reply.status === 429 && sending.rateLimit !== 'throw' && retries < RATE_LIMIT_RETRIES_MAX) {
      retries += 1;
      await waitForRateLimit(problem.retryAfterSeconds ?? RATE_LIMIT_WAIT_DEFAULT_SECONDS, attempt.signal);
    } else if (reply.status === 401 && sending.askForKey !== 'never' && openView.get() === view) {
      // Another request may have got one meanwhile.
      const isNew = apiKey.get() !== key;
      if (!isNew && !(await askForKey({ declined: key !== '' }))) throw failed(attempt, sending, problem);
    } else {
      throw failed(attempt, sending, problem);
    }
  }
}

/** The API's client, whose requests are sent as `send` does. */
export const client = clientFor({});

/** The same for one purpose; `askForKey: 'never'` is for background requests, of which the user knows nothing. */
export function clientFor({ askForKey, signal }: Asking): Client {
  const request = (of: Request) => (signal ? new Request(of.clone(), { signal }) : of.clone());
  return createClient({
    url: location.origin,
    fetch: (of) => send(() => request(of), { askForKey }),
  });
}

/** Logs a failed request, except background requests that lack a key. */
function failed({ method, url }: Request, { askForKey }: Sending, problem: ApiProblem): ApiProblem {
  if (!(problem.code === 'invalid_api_key' && askForKey === 'never')) {
    const { pathname, search } = new URL(url);
    lastFailure.set({ method, path: pathname + search, problem, atMs: Date.now() });
  }
  return problem;
}
