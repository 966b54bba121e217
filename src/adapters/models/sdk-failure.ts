import { failureOfStatus, failureWithin, ProviderFailure } from './provider-failure.ts';

/**
 * Why a model object of the AI SDK threw. Recognises `APICallError`, `JSONParseError` and the like by their fields, as
 * several copies of these classes are installed.
 *
 * @returns The signal's reason when it has aborted.
 */
export function failureOfSdk(
  error: unknown,
  { signal, nowMs }: { signal: AbortSignal; nowMs: number },
): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof ProviderFailure) return error;
  const { statusCode, responseHeaders, responseBody, name, url } = (error ?? {}) as {
    statusCode?: number;
    responseHeaders?: Record<string, string>;
    responseBody?: string;
    name?: string;
    url?: string;
  };
  if (statusCode !== undefined && statusCode !== 200) {
    const retryAfter = responseHeaders?.['retry-after'] ?? null;
    return failureOfStatus(statusCode, { retryAfter, said: responseBody ?? wordsOf(error), nowMs, url });
  }
  // The SDK reports a connection that is torn behind its status as a response that it cannot process.
  if (isTorn(error)) return new ProviderFailure('unavailable', { said: wordsOf(error), cause: error });
  if (/JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody/.test(name ?? '') || statusCode === 200)
    return new ProviderFailure('malformed', { said: responseBody ?? wordsOf(error), cause: error });
  if (!(error instanceof Error)) return failureWithin(error, { said: wordsOf(error), nowMs });
  return new ProviderFailure('unavailable', { said: wordsOf(error), cause: error });
}

function isTorn(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(String((error as NodeJS.ErrnoException).code)) ||
    isTorn(error.cause)
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? '');
}
