import { t } from '../messages.ts';
import { detailOf } from './problem-details.ts';
import type { Problem } from './types.ts';

/** Any reason why a request got no reply, in words for users. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** The server's code, or one of `unreachable` and `unreadable` without one. */
  readonly code: string;
  readonly title: string;
  /** What to do. */
  readonly detail: string;
  /** Of the request, which are not accepted. */
  readonly fields: readonly string[];
  /** For support requests. */
  readonly correlationId: string | null;
  /** When a retry makes sense. */
  readonly retryAfterSeconds: number | null;

  constructor(of: {
    code: string;
    title: string;
    detail: string;
    fields?: readonly string[];
    correlationId?: string | null;
    retryAfterSeconds?: number | null;
    cause?: unknown;
  }) {
    super(of.title, { cause: of.cause });
    this.code = of.code;
    this.title = of.title;
    this.detail = of.detail;
    this.fields = of.fields ?? [];
    this.correlationId = of.correlationId ?? null;
    this.retryAfterSeconds = of.retryAfterSeconds ?? null;
  }
}

/** The problem in a failed reply; a proxy in front may have written it. */
export async function problemOfReply(reply: Response): Promise<ApiProblem> {
  const retryAfterSeconds = secondsOf(reply.headers.get('retry-after'));
  const correlationId = reply.headers.get('x-correlation-id');
  const told: unknown = await reply.json().catch(() => undefined);
  if (isProblem(told)) return problemOfBody(told, { retryAfterSeconds });
  return new ApiProblem({
    code: 'unreadable',
    title: t('The server answered with {status}', { status: String(reply.status) }),
    detail: t('It gave no reason. A proxy between this page and Docent may have answered instead.'),
    correlationId,
    retryAfterSeconds,
  });
}

export function problemOfBody(
  problem: Problem,
  { retryAfterSeconds = null }: { retryAfterSeconds?: number | null } = {},
): ApiProblem {
  const { code, title, detail, errors = [], correlation_id } = problem;
  if (code === 'invalid_api_key') return needsKey({ correlationId: correlation_id });
  return new ApiProblem({
    code,
    title,
    // The server's is for those who send requests.
    detail: detailOf(problem) ?? detail,
    fields: errors.map(({ field }) => field),
    correlationId: correlation_id,
    retryAfterSeconds,
  });
}

/** For what only the holder of a key may do. */
export function needsKey({ correlationId = null }: { correlationId?: string | null } = {}): ApiProblem {
  return new ApiProblem({
    code: 'invalid_api_key',
    title: t('This needs the API key'),
    detail: t('Ask the person who runs Docent for the key, then try again.'),
    correlationId,
  });
}

/** For errors of `fetch`: there was no reply at all. */
export function unreachable(cause: unknown): ApiProblem {
  return new ApiProblem({
    code: 'unreachable',
    title: navigator.onLine ? t('Docent can’t be reached') : t('You are offline'),
    detail: navigator.onLine
      ? t('The server may have stopped or be restarting. Nothing you wrote is lost. Try again in a moment.')
      : t('Nothing you wrote is lost. Try again when you are online.'),
    cause,
  });
}

/** Any error as a problem; an unknown one is a bug of this page, and says so. */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return new ApiProblem({
    code: 'page_error',
    title: t('Something went wrong on this page'),
    detail: t('Reload it. If it happens again, report this: {error}', {
      error: error instanceof Error ? error.message : String(error),
    }),
    cause: error,
  });
}

/** Whether the user cancelled. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function isProblem(value: unknown): value is Problem {
  const { code, title, detail } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof code === 'string' && typeof title === 'string' && typeof detail === 'string';
}

function secondsOf(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}
