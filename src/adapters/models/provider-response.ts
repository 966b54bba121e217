import { failureOfStatus, ProviderFailure } from './provider-failure.ts';
import type { ProviderHttp } from './provider-http.ts';

/** Bytes of an error response read for the log. */
const ERROR_BYTES_MAX = 4_096;

export type ProviderResponse = Awaited<ReturnType<ProviderHttp['post']>>;

/** The failure behind a status other than 200; reads the beginning of the body. */
export async function failureOfResponse(
  { url, status, headers, body }: ProviderResponse,
  nowMs: number,
): Promise<ProviderFailure> {
  // The status says more than that its words are lost.
  const said = await textOf(body, { bytesMax: ERROR_BYTES_MAX }).catch((error) =>
    error instanceof ProviderFailure ? error.said : String(error),
  );
  const [retryAfter = null] = [headers['retry-after']].flat();
  return failureOfStatus(status, { retryAfter, said, nowMs, url });
}

/** The failure behind `error`: the abort reason, the provider's error, or that it is unreachable. */
export function failureOfCall(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  return error instanceof ProviderFailure ? error : new ProviderFailure('unavailable', { cause: error });
}

/** undefined when `text` is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a body, or its beginning: reading stops at the piece that reaches `bytesMax`. */
export async function textOf(
  body: AsyncIterable<Uint8Array>,
  { bytesMax = Number.POSITIVE_INFINITY }: { bytesMax?: number } = {},
): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes >= bytesMax) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}
