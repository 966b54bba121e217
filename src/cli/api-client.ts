import { ApiError, type Client, createClient } from '@docent-server/client';
import { linkedSignal } from '../concurrency/deadline.ts';
import { patiently } from './patience.ts';

/**
 * The client of the API, as a person at a terminal needs it: with deadlines, with words about its options, and with
 * patience for `get` and `each`. Other calls are made by `patiently` where they can be repeated.
 */

const REQUEST_TIMEOUT_MS = 60_000;
/** As long as the server waits for an upload. */
const UPLOAD_TIMEOUT_MS = 600_000;
const UPLOAD_PATH = /\/api\/v1\/ingest\/(?:upload|batch)$/;

export const KEY_NEEDED =
  'The server needs its API key, for example to replace a document. Name it with --key or API_KEY.';

/** The operator chose the URL, not a document, so it bypasses the guarded fetch, which refuses private addresses. */
export function openClient(
  url: string,
  { apiKey, signal }: { apiKey?: string | undefined; signal?: AbortSignal } = {},
): Client {
  // The server speaks of headers, which nobody sends at a terminal.
  const keyFault = apiKey
    ? 'The server did not accept the API key. Name the right one with --key or API_KEY.'
    : KEY_NEEDED;

  return createClient({
    ...{ url, apiKey, signal },
    async fetch(request) {
      const response = await fetch(request, { signal: signalOf(request) });
      if (response.status === 401) throw new ApiError(keyFault, { status: 401 });
      return response;
    },
    reading: (read, ofCall) => patiently(read, { signal: ofCall }),
  });
}

/** What a call gives; undefined where there is no such document. */
export async function ifThere<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** Streams last as long as the server's comments keep them alive. */
function signalOf({ url, headers, signal }: Request): AbortSignal {
  if (headers.get('accept') === 'text/event-stream') return signal;
  const afterMs = UPLOAD_PATH.test(url) ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS;
  const reason = () => new DOMException(`No answer within ${afterMs} ms`, 'TimeoutError');
  // Not disposed of: the caller reads the body, for which the time counts as well.
  return linkedSignal([signal], { afterMs, reason }).signal;
}
