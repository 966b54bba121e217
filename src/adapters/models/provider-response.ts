import { failureOfStatus, ProviderFailure } from './provider-failure.ts';
import type { ProviderHttp } from './provider-http.ts';

/** Bytes of an error response that are read for the log. */
const ERROR_BYTES_MAX = 4_096;

export type ProviderResponse = Awaited<ReturnType<ProviderHttp['post']>>;

/** What a response of another status than 200 means; reads the beginning of its body. @throws When the body is torn. */
export async function failureOfResponse(
  { status, headers, body }: ProviderResponse,
  nowMs: number,
): Promise<ProviderFailure> {
  const said = await beginningOf(body);
  return failureOfStatus(status, { retryAfter: firstOf(headers['retry-after']), said, nowMs });
}

/** What ends a call in which `error` was thrown: why it was aborted, what the provider said, or that it cannot be reached. */
export function failureOfCall(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  return error instanceof ProviderFailure ? error : new ProviderFailure('unavailable', { cause: error });
}

/** undefined for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes >= ERROR_BYTES_MAX) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}

function firstOf(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
