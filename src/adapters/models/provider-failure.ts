/**
 * Why a call to a model provider failed. `overloaded`: rate limit or too much load; `unavailable`: unreachable, or an
 * error of its own; `rejected`: it does not accept this request or key; `malformed`: an invalid reply; `silent`: too
 * slow.
 */
export type FailureKind = 'overloaded' | 'unavailable' | 'rejected' | 'malformed' | 'silent';

/** Stays within the adapters: the provider's message is for the log only, after `withoutSecrets`. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly kind: FailureKind;
  /** HTTP status, if any. */
  readonly status: number | undefined;
  /** The provider's retry delay; `undefined` when it gave none. */
  readonly retryAfterMs: number | undefined;
  /** The provider's own message, untrusted. */
  readonly said: string;

  constructor(
    kind: FailureKind,
    details: {
      status?: number | undefined;
      retryAfterMs?: number | undefined;
      said?: string;
      cause?: unknown;
    } = {},
  ) {
    super(
      details.status === undefined ? kind : `${kind}: status ${details.status}`,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.kind = kind;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.said = details.said ?? '';
  }
}

/** @param retryAfter The header as received. */
export function failureOfStatus(
  status: number,
  { retryAfter, said, nowMs }: { retryAfter: string | null; said: string; nowMs: number },
): ProviderFailure {
  // llama.cpp reports a text longer than its batch as its own error.
  const isTooLong = status === 500 && /too (large|long|big) to process/i.test(said);
  return new ProviderFailure(isTooLong ? 'rejected' : kindOfStatus(status), {
    status,
    said,
    retryAfterMs: retryAfter === null ? retryDelayMs(said) : retryAfterMs(retryAfter, nowMs),
  });
}

/** Whether another attempt may succeed. */
export function mayPass({ kind }: ProviderFailure): boolean {
  return kind === 'overloaded' || kind === 'unavailable';
}

function kindOfStatus(status: number): FailureKind {
  // 529 is Anthropic's status for overload.
  if (status === 429 || status === 529) return 'overloaded';
  if (status >= 500 || status === 408 || status === 409 || status === 425) return 'unavailable';
  return status >= 300 ? 'rejected' : 'malformed';
}

/** Google puts it in the body, as a `google.rpc.RetryInfo`. */
function retryDelayMs(said: string): number | undefined {
  const seconds = /"retryDelay":\s*"(\d{1,9}(?:\.\d+)?)s"/.exec(said)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** RFC 9110, 10.2.3: seconds, or a date; `undefined` for anything else. */
function retryAfterMs(value: string, nowMs: number): number | undefined {
  const text = value.trim();
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text) * 1000;
  // Date.parse alone accepts nearly anything as a date.
  const at = /^[A-Z][a-z]{2}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
