/**
 * Why a call to a model provider failed. `overloaded`: rate limit or too much load; `unavailable`: unreachable, or an
 * error of its own; `rejected`: it does not accept this request or key; `filtered`: its filter does not accept this
 * text; `unpaid`: the account has no money left, or a limit of its own; `malformed`: an invalid reply; `silent`: too
 * slow.
 */
export type FailureKind =
  | 'overloaded'
  | 'unavailable'
  | 'rejected'
  | 'filtered'
  | 'unpaid'
  | 'malformed'
  | 'silent';

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
    of: {
      status?: number | undefined;
      retryAfterMs?: number | undefined;
      said?: string;
      cause?: unknown;
    } = {},
  ) {
    const { status, retryAfterMs, said = '', cause } = of;
    super(status === undefined ? kind : `${kind}: status ${status}`, cause === undefined ? {} : { cause });
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.said = said;
  }
}

/**
 * @param of.retryAfter The header as received.
 * @param of.url As called; logged with a 404, as the base URL that was set may be wrong.
 */
export function failureOfStatus(
  status: number,
  of: { retryAfter: string | null; said: string; nowMs: number; url?: string | undefined },
): ProviderFailure {
  const { retryAfter, said, nowMs, url } = of;
  return new ProviderFailure(kindOfSaid(said, status) ?? kindOfStatus(status), {
    status,
    said: status === 404 && url ? `${url} says: ${said}` : said,
    retryAfterMs: retryAfter === null ? retryDelayMs(said) : retryAfterMs(retryAfter, nowMs),
  });
}

/**
 * The failure that is reported within a response of status 200.
 *
 * @param report The error object of the provider, in any shape.
 * @param said All that it said.
 */
export function failureWithin(
  report: unknown,
  { said, nowMs }: { said: string; nowMs: number },
): ProviderFailure {
  const { code, type, status } = (typeof report === 'object' && report ? report : {}) as Report;
  const known = [code, status].map(Number).find((number) => number >= 400 && number < 600);
  const meant = known ?? STATUS_BY_NAME.find(([name]) => name.test(`${type} ${code} ${status}`))?.[1];
  if (meant !== undefined) return failureOfStatus(meant, { retryAfter: null, said, nowMs });
  return new ProviderFailure(kindOfSaid(said, 500) ?? 'unavailable', {
    said,
    retryAfterMs: retryDelayMs(said),
  });
}

type Report = Partial<Record<'code' | 'type' | 'status', unknown>>;

/** The status behind the names of errors that have none with them. */
const STATUS_BY_NAME: readonly (readonly [RegExp, number])[] = [
  [/overloaded/i, 529],
  [/rate_?limit/i, 429],
  [/authentication/i, 401],
  [/permission/i, 403],
  [/not_?found/i, 404],
  [/invalid_?request|bad_?request|context_(?:length|size)/i, 400],
];

/** Whether another attempt may succeed. */
export function mayPass({ kind }: ProviderFailure): boolean {
  return kind === 'overloaded' || kind === 'unavailable';
}

/** Whether the provider is up, and declines what it was asked. */
export function isDeclined({ kind }: ProviderFailure): boolean {
  return kind === 'rejected' || kind === 'filtered' || kind === 'unpaid';
}

/** Whether a rejected prompt was longer than the model's context, or than the server's batch. */
export function isTooLong({ kind, said }: ProviderFailure): boolean {
  return kind === 'rejected' && TOO_LONG.test(said);
}

/** What a provider's words say where its status does not. */
function kindOfSaid(said: string, status: number): FailureKind | undefined {
  if (status >= 400 && FILTERED.test(said)) return 'filtered';
  if (status === 429 && PAYMENT_DUE.test(said)) return 'unpaid';
  return status === 500 && TOO_LONG.test(said) ? 'rejected' : undefined;
}

const NAMED = '\\\\?"(?:code|type)\\\\?":\\s*\\\\?"';
/** Azure, OpenAI, DashScope; DeepSeek; OpenRouter. */
const FILTERED = new RegExp(
  `${NAMED}(?:content_filter|content_policy_violation|invalid_prompt|data_inspection_failed)|Content Exists Risk|"flagged_input"`,
);
/** A rate limit passes; these limits do not before somebody pays or raises them: OpenAI, Anthropic, Moonshot. */
const PAYMENT_DUE = new RegExp(
  `${NAMED}(?:insufficient_quota|credit_balance_exhausted|\\w*(?:spend|usage)_limit_\\w+|billing_\\w+|exceeded_current_quota_error)`,
);
/** llama.cpp, LM Studio, OpenAI, vLLM; Anthropic; Bedrock; Gemini. The first two may report it as an error of their own. */
const TOO_LONG =
  /too (?:large|long|big) to process|context[_ ](?:length|limit|size|window)|(?:prompt|input) is too long|maximum number of tokens/i;

function kindOfStatus(status: number): FailureKind {
  // 529 is Anthropic's status for overload.
  if (status === 429 || status === 529) return 'overloaded';
  // 501: llama.cpp without `--embeddings`, which no waiting changes.
  if ((status >= 500 && status !== 501) || PASSING.has(status)) return 'unavailable';
  return status >= 300 ? 'rejected' : 'malformed';
}

/** Timeout, conflict, failed dependency (Bedrock, of its model), too early. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 424, 425]);

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
