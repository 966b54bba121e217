import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Client, createClient } from '@docent-server/client';
import { linkedSignal } from '../concurrency/deadline.ts';
import { retryingIn } from './patience.ts';

/** The client of the API, as a person at a terminal needs it: with deadlines, and with words about its options. */

const REQUEST_TIMEOUT_MS = 60_000;
/** As long as the server waits for an upload. */
const UPLOAD_TIMEOUT_MS = 600_000;
const UPLOAD_PATH = /\/api\/v1\/ingest\/(?:upload|batch)$/;
/** Waits of one request for the rate limit: each is for the rest of a minute. */
const RATE_LIMIT_WAITS_MAX = 5;

export const KEY_NEEDED =
  'The server needs its API key, for example to replace a document. Name it with --key or API_KEY.';

/** The operator chose the URL, not a document, so it bypasses the guarded fetch, which refuses private addresses. */
export function openClient(url: string, { apiKey }: { apiKey?: string | undefined } = {}): Client {
  // The server speaks of headers, which nobody sends at a terminal.
  const keyFault = apiKey
    ? 'The server did not accept the API key. Name the right one with --key or API_KEY.'
    : KEY_NEEDED;

  return createClient({
    url,
    apiKey,
    async fetch(request) {
      for (let waits = 0; ; waits++) {
        const response = await fetch(request, { signal: signalOf(request) });
        if (response.status === 401) throw new ApiError(keyFault, { status: 401 });
        const waitMs = waits < RATE_LIMIT_WAITS_MAX ? rateLimitWaitMs(request, response) : undefined;
        if (waitMs === undefined) return response;
        await response.body?.cancel();
        process.stderr.write(`docent: The rate limit is reached. ${retryingIn(waitMs)}\n`);
        await sleep(waitMs, undefined, { signal: request.signal });
      }
    },
  });
}

/** Of what only reads. Other calls are retried by `patiently`, as some of their bodies can be sent only once. */
function rateLimitWaitMs({ method }: Request, { status, headers }: Response): number | undefined {
  if (status !== 429 || method !== 'GET') return undefined;
  return Number(headers.get('retry-after')) * 1_000;
}

/** Streams last as long as the server's comments keep them alive. */
function signalOf({ url, headers, signal }: Request): AbortSignal {
  if (headers.get('accept') === 'text/event-stream') return signal;
  const afterMs = UPLOAD_PATH.test(url) ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS;
  const reason = () => new DOMException(`No answer within ${afterMs} ms`, 'TimeoutError');
  // Not disposed of: the caller reads the body, for which the time counts as well.
  return linkedSignal([signal], { afterMs, reason }).signal;
}
