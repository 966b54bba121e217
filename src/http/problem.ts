import type { Refusal } from '../errors.ts';
import type { Problem } from './schemas/problem.ts';

interface Row<R> {
  readonly status: number;
  readonly title: string;
  /** What is wrong with this request and what to do about it; shown to the client. */
  readonly detail: (refusal: R) => string;
  readonly headers?: (refusal: R) => Readonly<Record<string, string>>;
}

type Rows = { readonly [Code in Refusal['code']]: Row<Extract<Refusal, { code: Code }>> };

/** What each refusal looks like on the wire: a new code does not compile without its row. */
export const PROBLEMS: Rows = {
  invalid_json: {
    status: 400,
    title: 'The body is not valid JSON',
    detail: ({ reason }) => `The body cannot be read as JSON: ${reason}`,
  },
  invalid_request: {
    status: 400,
    title: 'The request cannot be understood',
    detail: ({ reason }) => reason,
  },
  invalid_user_id: {
    status: 400,
    title: 'The user id is not valid',
    detail: () => 'X-User-Id takes 1 to 128 characters of A-Z, a-z, 0-9 and _ . @ -',
  },
  invalid_cursor: {
    status: 400,
    title: 'The cursor is not valid',
    detail: () =>
      'Pass next_cursor of the page before as it stands, or leave the cursor out to start from the top.',
  },
  route_not_found: {
    status: 404,
    title: 'No such address',
    detail: ({ method, path, nearest }) =>
      `There is nothing at ${method} ${path}.${nearest ? ` Did you mean ${nearest}?` : ''} GET /docs lists what there is.`,
  },
  document_not_found: {
    status: 404,
    title: 'No such document',
    detail: ({ docId }) =>
      `There is no document ${JSON.stringify(docId)}. List those that exist with GET /api/v1/ingest/docs.`,
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    detail: ({ method, allowed }) => `${method} is not allowed at this address; use ${allowed.join(', ')}.`,
    headers: ({ allowed }) => ({ allow: allowed.join(', ') }),
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    detail: () => 'The rest of the request did not arrive in time. Send it again over a faster connection.',
  },
  file_too_large: {
    status: 413,
    title: 'The file is larger than the limit',
    detail: ({ limitBytes }) =>
      `Files may have ${inMegabytes(limitBytes)} at most. Split the file, or have MAX_FILE_SIZE_MB raised.`,
  },
  body_too_large: {
    status: 413,
    title: 'The body is larger than the limit',
    detail: ({ limitBytes }) => `A body of this type may have ${inMegabytes(limitBytes)} at most.`,
  },
  unsupported_content_type: {
    status: 415,
    title: 'The content type is not accepted',
    detail: ({ contentType, accepted }) =>
      `This address takes ${accepted}; the request came as ${contentType === '' ? 'no type at all' : contentType}.`,
  },
  unsupported_file_type: {
    status: 415,
    title: 'The type of file is not accepted',
    detail: ({ reason }) => reason,
  },
  empty_file: {
    status: 422,
    title: 'The file is empty',
    detail: ({ filename }) => `${JSON.stringify(filename)} has 0 bytes. Upload a file with content.`,
  },
  validation_failed: {
    status: 422,
    title: 'Some fields cannot be accepted',
    detail: ({ errors }) => errors.map(({ field, message }) => `${field} ${message}`).join('; '),
  },
  url_not_allowed: {
    status: 422,
    title: 'Documents are not downloaded from this address',
    detail: ({ reason }) => reason,
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are larger than the limit',
    detail: () => 'Request line and headers may have 16 KB together.',
  },
  queue_full: {
    status: 503,
    title: 'Too many documents are waiting',
    detail: ({ limit, retryAfterSeconds }) =>
      `${limit} ingests are waiting already. Try again in ${retryAfterSeconds} s.`,
    headers: retryAfter,
  },
  store_unavailable: {
    status: 503,
    title: 'A store cannot be reached',
    detail: ({ dependency, retryAfterSeconds }) =>
      `${dependency} does not answer at the moment. Try again in ${retryAfterSeconds} s.`,
    headers: retryAfter,
  },
  disk_full: {
    status: 503,
    title: 'There is no room to keep the file',
    detail: () => 'The disk of the server is full. Try again when its operator has made room.',
    headers: retryAfter,
  },
  shutting_down: {
    status: 503,
    title: 'The server is stopping',
    detail: ({ retryAfterSeconds }) => `The server is stopping. Try again in ${retryAfterSeconds} s.`,
    headers: retryAfter,
  },
  deadline_exceeded: {
    status: 504,
    title: 'It took too long',
    detail: ({ limitMs }) =>
      `This was not done within ${limitMs / 1000} s, and was given up. Try again later.`,
  },
};

/** Of whatever is not a refusal: a bug, of which nothing is told but that it happened. */
export const INTERNAL_ERROR = {
  code: 'internal_error',
  status: 500,
  title: 'Something went wrong on the server',
  detail: 'The server met an error of its own. Its log tells more under the correlation id of this reply.',
} as const;

export interface ProblemReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly problem: Problem;
}

/** The problem that `refusal` is on the wire; undefined stands for an error of the server itself. */
export function problemOf(refusal: Refusal | undefined, correlationId: string): ProblemReply {
  if (refusal === undefined) return reply({ ...INTERNAL_ERROR, correlationId });
  const { status, title, detail, headers } = PROBLEMS[refusal.code] as Row<Refusal>;
  const base = reply({ code: refusal.code, status, title, detail: detail(refusal), correlationId });
  return {
    ...base,
    headers: { ...base.headers, ...headers?.(refusal) },
    problem:
      refusal.code === 'validation_failed' ? { ...base.problem, errors: [...refusal.errors] } : base.problem,
  };
}

function reply(of: {
  code: string;
  status: number;
  title: string;
  detail: string;
  correlationId: string;
}): ProblemReply {
  const { code, status, title, detail, correlationId } = of;
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    problem: { type: `/docs/errors#${code}`, title, status, detail, code, correlation_id: correlationId },
  };
}

function retryAfter({ retryAfterSeconds }: { retryAfterSeconds: number }): Record<string, string> {
  return { 'retry-after': String(retryAfterSeconds) };
}

function inMegabytes(bytes: number): string {
  return `${Number((bytes / 1_048_576).toFixed(1))} MB`;
}
