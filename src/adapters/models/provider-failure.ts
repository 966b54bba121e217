/**
 * Why a call to a provider of models came to nothing:
 * `overloaded` it counts our calls, or has too many; `unavailable` it cannot be reached, or failed by itself;
 * `rejected` it will not take this request or this key; `malformed` it answered what is no answer; `silent` it took too long.
 */
export type FailureKind = 'overloaded' | 'unavailable' | 'rejected' | 'malformed' | 'silent';

/** UTF-16 units of a provider's own words that are kept for the log. */
const SAID_MAX = 300;

/** Stays inside of the adapters: what the provider said is for the log alone. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly kind: FailureKind;
  /** HTTP status, where there was one. */
  readonly status: number | undefined;
  /** For how long the provider wants no further call; `undefined` when it did not say. */
  readonly retryAfterMs: number | undefined;
  /** The provider's own words, untrusted, cut. */
  readonly said: string;

  constructor(
    kind: FailureKind,
    details: { status?: number; retryAfterMs?: number | undefined; said?: string; cause?: unknown } = {},
  ) {
    super(
      details.status === undefined ? kind : `${kind}: status ${details.status}`,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.kind = kind;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.said = (details.said ?? '').slice(0, SAID_MAX);
  }
}

/** @param retryAfter The header as it came. */
export function failureOfStatus(
  status: number,
  { retryAfter, said, nowMs }: { retryAfter: string | null; said: string; nowMs: number },
): ProviderFailure {
  // llama.cpp takes a text that is longer than its batch for an error of its own.
  const isTooLong = status === 500 && /too (large|long|big) to process/i.test(said);
  return new ProviderFailure(isTooLong ? 'rejected' : kindOfStatus(status), {
    status,
    said,
    retryAfterMs: retryAfter === null ? retryDelayMs(said) : retryAfterMs(retryAfter, nowMs),
  });
}

/** Whether another attempt may fare better. */
export function mayPass({ kind }: ProviderFailure): boolean {
  return kind === 'overloaded' || kind === 'unavailable';
}

function kindOfStatus(status: number): FailureKind {
  // 529 is Anthropic's word for being overloaded.
  if (status === 429 || status === 529) return 'overloaded';
  if (status >= 500 || status === 408 || status === 409 || status === 425) return 'unavailable';
  return status >= 300 ? 'rejected' : 'malformed';
}

/** Google tells it in the body instead, as a `google.rpc.RetryInfo`. */
function retryDelayMs(said: string): number | undefined {
  const seconds = /"retryDelay":\s*"(\d{1,9}(?:\.\d+)?)s"/.exec(said)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** RFC 9110, 10.2.3: seconds, or a date; `undefined` for anything else. */
function retryAfterMs(value: string, nowMs: number): number | undefined {
  const text = value.trim();
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text) * 1000;
  // Date.parse alone takes nearly anything for a date.
  const at = /^[A-Z][a-z]{2}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
