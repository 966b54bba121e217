import type { Refusal } from '../errors.ts';
import { keyChallenge } from './api-key.ts';
import { allowHeader } from './route-table.ts';
import type { Problem } from './schemas/problem.ts';

interface Row<R> {
  readonly status: number;
  readonly title: string;
  /** What is wrong with the request and what to do about it; shown to the client. */
  readonly detail: (refusal: R) => string;
  readonly headers?: (refusal: R) => Readonly<Record<string, string>>;
}

type Rows = { readonly [Code in Refusal['code']]: Row<Extract<Refusal, { code: Code }>> };

/** Each refusal's form on the wire: a new code does not compile without its row. */
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
  invalid_idempotency_key: {
    status: 400,
    title: 'The idempotency key is not valid',
    detail: () => 'Idempotency-Key takes 1 to 128 visible ASCII characters; a UUID will do.',
  },
  invalid_api_key: {
    status: 401,
    title: 'The API key is missing or wrong',
    detail: () => 'Send the API key of this server in the X-API-Key header; its operator has it.',
    headers: (refusal) => ({ 'www-authenticate': keyChallenge(refusal) }),
  },
  route_not_found: {
    status: 404,
    title: 'No such address',
    detail: ({ method, path, nearest }) =>
      `There is nothing at ${method} ${path}.${nearest ? ` Did you mean ${nearest}?` : ''} GET /docs lists what there is.`,
  },
  trace_not_found: {
    status: 404,
    title: 'There is no trace of this answer',
    detail: () =>
      'Only the last 1,000 answers since the start of the server are traced, each for a day. Ask the question again.',
  },
  answer_not_found: {
    status: 404,
    title: 'No such answer',
    detail: () =>
      'No answer is noted under this correlation id. Answers are noted within a second or two, and kept for 90 days. GET /api/v1/quality/answers lists them.',
  },
  document_not_found: {
    status: 404,
    title: 'No such document',
    detail: ({ docId }) =>
      `There is no document ${JSON.stringify(docId)}. List those that exist with GET /api/v1/ingest/docs.`,
  },
  chunk_not_found: {
    status: 404,
    title: 'No such passage',
    detail: ({ docId, chunkId }) =>
      `${JSON.stringify(chunkId)} is no passage of what ${JSON.stringify(docId)} says now. The document may have been replaced since it was cited; ask again.`,
  },
  content_not_available: {
    status: 404,
    title: 'The document has no such content',
    detail: ({ docId, what, status }) =>
      `There is no ${what} of ${JSON.stringify(docId)}, which is ${status}. See its status, or ingest it again.`,
  },
  review_entry_not_found: {
    status: 404,
    title: 'No such review entry',
    detail: ({ entryId }) =>
      `There is no review entry ${JSON.stringify(entryId)}. GET /api/v1/review/pending lists those to decide.`,
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    detail: ({ method, allowed }) => `${method} is not allowed at this address; use ${allowed.join(', ')}.`,
    headers: ({ allowed }) => ({ allow: allowHeader(allowed) }),
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    detail: () => 'The rest of the request did not arrive in time. Send it again over a faster connection.',
  },
  request_in_progress: {
    status: 409,
    title: 'The same request is being answered',
    detail: ({ retryAfterSeconds }) =>
      `A request with this Idempotency-Key has no answer yet. Send it again in ${retryAfterSeconds} s to get its answer.`,
    headers: retryAfter,
  },
  ingest_not_failed: {
    status: 409,
    title: 'The ingest has not failed',
    detail: ({ docId, status }) =>
      `${JSON.stringify(docId)} is ${status}. Only what has failed or was skipped is tried again.`,
  },
  review_already_decided: {
    status: 409,
    title: 'The review entry is decided already',
    detail: ({ state }) => `The entry is ${state}: somebody has decided it before. Nothing was changed.`,
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
    detail: ({ limitBytes }) => `A body of this type may have ${inMegabytes(limitBytes)} at most. Send less.`,
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
  range_not_satisfiable: {
    status: 416,
    title: 'The range lies outside of the file',
    detail: ({ bytes }) => `The file has ${bytes} bytes. Ask for a range among them, or for all.`,
    headers: ({ bytes }) => ({ 'content-range': `bytes */${bytes}` }),
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
  idempotency_key_reused: {
    status: 422,
    title: 'The idempotency key belongs to another request',
    detail: () =>
      'This Idempotency-Key came with another request within the last 24 hours. Send each new request under a new key.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    detail: ({ limit, retryAfterSeconds }) =>
      `${limit} requests a minute are answered for each client address. Try again in ${retryAfterSeconds} s.`,
    headers: retryAfter,
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are larger than the limit',
    detail: () => 'Request line and headers may have 16 KB together. Send fewer or shorter headers.',
  },
  model_failed: {
    status: 502,
    title: 'The language model failed',
    detail: () =>
      'The provider of the language model gave no usable answer. Try again; if it stays, the log of the server tells why.',
  },
  queue_full: {
    status: 503,
    title: 'Too many documents are waiting',
    detail: ({ limit, retryAfterSeconds }) =>
      `${limit} ingests are waiting already. Try again in ${retryAfterSeconds} s.`,
    headers: retryAfter,
  },
  too_many_followers: {
    status: 503,
    title: 'Too many clients follow ingests',
    detail: ({ limit, retryAfterSeconds }) =>
      `${limit} streams of progress are open already. Ask for JSON, or try again in ${retryAfterSeconds} s.`,
    headers: retryAfter,
  },
  decision_underway: {
    status: 503,
    title: 'The decision is not carried out yet',
    detail: ({ state }) =>
      `The decision is kept and the entry is ${state}; it will be completed by itself. Do not send it again.`,
    headers: retryAfter,
  },
  approval_failed: {
    status: 503,
    title: 'The answer could not be made searchable',
    detail: ({ reason }) => `The entry is back in the queue. ${reason}`,
    headers: retryAfter,
  },
  model_busy: {
    status: 503,
    title: 'The language model is busy',
    detail: ({ retryAfterSeconds }) =>
      `The language model takes no further question at the moment. Try again in ${retryAfterSeconds} s.`,
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

/** For anything but a refusal: a bug, whose details are not revealed. */
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

/** The problem reply for `refusal`; undefined stands for an internal error. */
export function problemOf(refusal: Refusal | undefined, correlationId: string): ProblemReply {
  if (refusal === undefined) return reply({ ...INTERNAL_ERROR, correlationId });
  const { status, title, detail, headers } = PROBLEMS[refusal.code] as Row<Refusal>;
  const base = reply({ code: refusal.code, status, title, detail: detail(refusal), correlationId });
  return {
    ...base,
    headers: { ...base.headers, ...headers?.(refusal) },
    problem: {
      ...base.problem,
      ...(refusal.code === 'validation_failed' && { errors: [...refusal.errors] }),
      ...(refusal.code === 'review_already_decided' && { state: refusal.state }),
    },
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
