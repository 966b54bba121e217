import type { Refusal } from '../../errors.ts';
import { eitherOf, type Said, said } from '../../kernel/said.ts';
import { keyChallenge } from '../admission/admission.ts';
import { allowHeader } from '../admission/route-table.ts';

/** How a refusal is reported to the client. */
export interface ProblemRow<R> {
  readonly status: number;
  readonly title: string;
  /** What is wrong with the request and what to do about it; shown to the client. */
  readonly detail: Said | ((refusal: R) => Said);
  /** Besides `Retry-After`, which every refusal with `retryAfterSeconds` has. */
  readonly headers?: (refusal: R) => Readonly<Record<string, string>>;
}

type Rows = { readonly [Code in Refusal['code']]: ProblemRow<Extract<Refusal, { code: Code }>> };

/** Each refusal's form on the wire, by status: a new code does not compile without its row. */
export const PROBLEMS: Rows = {
  ...withStatus(400, {
    invalid_json: {
      title: 'The body is not valid JSON',
      detail: ({ reason }) => said`The body cannot be read as JSON: ${reason}`,
    },
    invalid_request: { title: 'The request cannot be understood', detail: ({ reason }) => reason },
    invalid_user_id: {
      title: 'The user id is not valid',
      detail: 'X-User-Id takes 1 to 128 characters of A-Z, a-z, 0-9 and _ . @ -',
    },
    invalid_cursor: {
      title: 'The cursor is not valid',
      detail: 'Pass next_cursor of the previous page unchanged, or omit cursor to start with the first page.',
    },
    invalid_idempotency_key: {
      title: 'The idempotency key is not valid',
      detail: 'Idempotency-Key takes 1 to 128 visible ASCII characters, for example a UUID.',
    },
  }),
  ...withStatus(401, {
    invalid_api_key: {
      title: 'The API key is missing or wrong',
      detail: ({ replaces, takesBearer }) => {
        const send = takesBearer
          ? said`Send a valid API key of this server as a bearer token or in the X-API-Key header. Its operator has one.`
          : said`Send a valid API key of this server in the X-API-Key header. Its operator has one.`;
        return replaces === undefined
          ? send
          : said`There is a document ${JSON.stringify(replaces)}, and replacing it needs the key. ${send}`;
      },
      headers: (refusal) => ({ 'www-authenticate': keyChallenge(refusal) }),
    },
  }),
  ...withStatus(403, {
    key_not_permitted: {
      title: 'The API key does not permit this',
      detail: ({ scopes, seesTooLittle }) =>
        seesTooLittle
          ? said`This is about all documents, but the key sees only those with its tags. Ask the operator for a key without tags.`
          : said`This needs a key with the scope ${eitherOf(scopes)}. Ask the operator for one.`,
    },
    origin_not_allowed: {
      title: 'The origin of the page is not allowed',
      detail: ({ origin }) =>
        said`A page of ${origin} may not call this endpoint. To allow it, the operator can add it to CORS_ORIGINS.`,
    },
    sharing_disabled: {
      title: 'Sharing is turned off',
      detail:
        'This server stores no copies of conversations. To allow it, the operator can set SHARED_CONVERSATION_DAYS.',
    },
  }),
  ...withStatus(404, {
    route_not_found: {
      title: 'No such endpoint',
      detail: ({ method, path, nearest }) =>
        nearest
          ? said`There is nothing at ${method} ${path}. Did you mean ${nearest}? GET /docs lists all endpoints.`
          : said`There is nothing at ${method} ${path}. GET /docs lists all endpoints.`,
    },
    trace_not_found: {
      title: 'No such trace',
      detail:
        'Traces of the last 1,000 answers are kept, each for a day and until the server stops. Ask the question again to get one.',
    },
    source_not_found: {
      title: 'No such source',
      detail: ({ sourceId }) =>
        said`There is no source ${JSON.stringify(sourceId)}. GET /api/v1/sources lists the existing ones.`,
    },
    answer_not_found: {
      title: 'No such answer',
      detail:
        'No answer has this correlation id. Answers appear after a second or two and are kept for 90 days. GET /api/v1/quality/answers lists them.',
    },
    shared_conversation_not_found: {
      title: 'No such shared conversation',
      detail:
        'The link is wrong, or the copy has expired or was deleted. Ask the person who shared it for a new link.',
    },
    document_not_found: {
      title: 'No such document',
      detail: ({ docId }) =>
        said`There is no document ${JSON.stringify(docId)}. List those that exist with GET /api/v1/ingest/docs.`,
    },
    key_not_found: {
      title: 'No such API key',
      detail: ({ name }) =>
        said`There is no key ${JSON.stringify(name)}. List those that exist with GET /api/v1/keys.`,
    },
    chunk_not_found: {
      title: 'No such passage',
      detail: ({ docId, chunkId }) =>
        said`${JSON.stringify(chunkId)} is not a passage of the current version of ${JSON.stringify(docId)}. The document may have been replaced since it was cited; ask again.`,
    },
    content_not_available: {
      title: 'The document has no such content',
      detail: ({ docId, what, status }) =>
        said`${JSON.stringify(docId)} is ${status} and has no ${what} to read. Check its status, or ingest it again.`,
    },
    review_entry_not_found: {
      title: 'No such review entry',
      detail: ({ entryId }) =>
        said`There is no review entry ${JSON.stringify(entryId)}. GET /api/v1/review/pending lists the entries to decide.`,
    },
  }),
  ...withStatus(405, {
    method_not_allowed: {
      title: 'The method is not allowed',
      detail: ({ method, allowed }) =>
        said`${method} is not allowed for this endpoint; use ${allowed.join(', ')}.`,
      headers: ({ allowed }) => ({ allow: allowHeader(allowed) }),
    },
  }),
  ...withStatus(408, {
    request_timeout: {
      title: 'The request arrived too slowly',
      detail: 'The rest of the request did not arrive in time. Send it again over a faster connection.',
    },
  }),
  ...withStatus(409, {
    request_in_progress: {
      title: 'The same request is still being processed',
      detail: ({ retryAfterSeconds }) =>
        said`A request with this Idempotency-Key is still being processed. Send it again in ${retryAfterSeconds} s to get its reply.`,
    },
    keys_need_api_key: {
      title: 'Keys have no effect yet',
      detail:
        'Without API_KEY everyone may do everything, so a key would protect nothing. Set API_KEY, restart the server, and send it with this request.',
    },
    key_name_taken: {
      title: 'The name of the key is taken',
      detail: ({ name }) =>
        said`There is a key ${JSON.stringify(name)}. Use another name, or revoke that key first.`,
    },
    too_many_keys: {
      title: 'There are too many API keys',
      detail: ({ limit }) => said`There may be ${limit} keys. Revoke one that is not used.`,
    },
    document_id_taken: {
      title: 'The id is taken',
      detail: ({ docId }) =>
        said`${JSON.stringify(docId)} is the id of a document that this key does not see. Use another doc_id.`,
    },
    ingest_not_failed: {
      title: 'The ingest has not failed',
      detail: ({ docId, status }) =>
        said`${JSON.stringify(docId)} is ${status}. Only failed or skipped ingests can be retried.`,
    },
    review_already_decided: {
      title: 'The review entry has already been decided',
      detail: ({ state }) => said`The entry is already ${state}. Nothing was changed.`,
    },
    review_not_decided: {
      title: 'The review entry is pending',
      detail: 'There is no decision to undo. Nothing was changed.',
    },
    source_exists: {
      title: 'There is a source of this name',
      detail: ({ sourceId }) =>
        said`The source ${JSON.stringify(sourceId)} has this name, or one as similar. Choose another name, or delete that source.`,
    },
    too_many_sources: {
      title: 'There are too many sources',
      detail: ({ limit }) => said`There are ${limit} sources, which is the maximum. Delete one first.`,
    },
    nothing_to_confirm: {
      title: 'The source has no deletions to confirm',
      detail: 'Its last run deleted what it had to, or was confirmed already. Nothing was changed.',
    },
  }),
  ...withStatus(413, {
    file_too_large: {
      title: 'The file is larger than the limit',
      detail: ({ limitBytes }) =>
        said`Files may have at most ${inMegabytes(limitBytes)}. Split the file, or ask the operator to raise MAX_FILE_SIZE_MB.`,
    },
    body_too_large: {
      title: 'The body is larger than the limit',
      detail: ({ limitBytes }) =>
        said`A body of this type may have at most ${inMegabytes(limitBytes)}. Send less.`,
    },
  }),
  ...withStatus(415, {
    unsupported_content_type: {
      title: 'The content type is not accepted',
      detail: ({ contentType, accepted }) =>
        said`This endpoint accepts ${accepted}; the request has ${contentType || 'no content type'}.`,
    },
    unsupported_file_type: { title: 'The type of file is not accepted', detail: ({ reason }) => reason },
  }),
  ...withStatus(416, {
    range_not_satisfiable: {
      title: 'The range is outside the file',
      detail: ({ bytes }) =>
        said`The file has ${bytes} bytes. Request a range within them, or the whole file.`,
      headers: ({ bytes }) => ({ 'content-range': `bytes */${bytes}` }),
    },
  }),
  ...withStatus(422, {
    empty_file: {
      title: 'The file is empty',
      detail: ({ filename }) => said`${JSON.stringify(filename)} has 0 bytes. Upload a file with content.`,
    },
    validation_failed: {
      title: 'Some fields cannot be accepted',
      detail: ({ errors }) => ({
        message: errors.map((_, i) => `{${2 * i}} {${2 * i + 1}}`).join('; '),
        values: errors.flatMap(({ field, message }) => [field, message]),
      }),
    },
    url_not_allowed: {
      title: 'Documents are not downloaded from this URL',
      detail: ({ reason }) => said`The URL ${reason}.`,
    },
    idempotency_key_reused: {
      title: 'The idempotency key belongs to another request',
      detail:
        'This Idempotency-Key was used for another request within the last 24 hours. Use a new key for each new request.',
    },
  }),
  ...withStatus(429, {
    rate_limited: {
      title: 'Too many requests',
      detail: ({ limit, retryAfterSeconds, isOfKey }) =>
        isOfKey
          ? said`This key may send ${limit} requests per minute. Try again in ${retryAfterSeconds} s.`
          : said`Each client address may send ${limit} requests per minute. Try again in ${retryAfterSeconds} s.`,
    },
    quota_exceeded: {
      title: 'The key has no answers left today',
      detail: ({ limit, retryAfterSeconds }) =>
        said`This key may ask ${limit} questions in 24 hours. Try again in ${retryAfterSeconds} s, or ask the operator for another key.`,
    },
  }),
  ...withStatus(431, {
    headers_too_large: {
      title: 'The headers are larger than the limit',
      detail: 'Request line and headers may have at most 16 KB together. Send fewer or shorter headers.',
    },
  }),
  ...withStatus(502, {
    model_failed: {
      title: 'The language model failed',
      detail:
        'The language model provider gave no usable answer. Try again; if it keeps failing, the server log says why.',
    },
  }),
  ...withStatus(503, {
    queue_full: {
      title: 'Too many documents are waiting',
      detail: ({ limit, retryAfterSeconds }) =>
        said`${limit} ingests are already waiting. Try again in ${retryAfterSeconds} s.`,
    },
    too_many_followers: {
      title: 'Too many clients are following ingests',
      detail: ({ limit, retryAfterSeconds }) =>
        said`${limit} progress streams are already open. Request JSON instead, or try again in ${retryAfterSeconds} s.`,
    },
    decision_underway: {
      title: 'The decision has not been carried out yet',
      detail: ({ state }) =>
        said`The decision is stored and the entry is ${state}; it completes automatically. Do not send it again.`,
    },
    approval_failed: {
      title: 'The answer could not be made searchable',
      detail: ({ reason }) => said`The entry is back in the queue. ${reason}`,
    },
    model_busy: {
      title: 'The language model is busy',
      detail: ({ retryAfterSeconds }) =>
        said`The language model accepts no more questions at the moment. Try again in ${retryAfterSeconds} s.`,
    },
    no_embedding_model: {
      title: 'There is no embedding model at the moment',
      detail:
        'The built-in model is learned from the documents: ingest some first. If EMBEDDING_PROVIDER is set, its model has embedded no document yet, or cannot be reached.',
    },
    store_unavailable: {
      title: 'A store cannot be reached',
      detail: ({ dependency, retryAfterSeconds }) =>
        said`${dependency} cannot be reached at the moment. Try again in ${retryAfterSeconds} s.`,
    },
    disk_full: {
      title: 'The disk is full',
      detail: 'The disk of the server is full. Try again when its operator has freed space.',
    },
    shutting_down: {
      title: 'The server is stopping',
      detail: ({ retryAfterSeconds }) => said`The server is stopping. Try again in ${retryAfterSeconds} s.`,
    },
  }),
  ...withStatus(504, {
    deadline_exceeded: {
      title: 'The time limit was exceeded',
      detail: ({ limitMs }) =>
        said`The request was not finished within ${limitMs / 1000} s and was cancelled. Try again later.`,
    },
  }),
};

function withStatus<Code extends Refusal['code']>(
  status: number,
  rows: { readonly [Each in Code]: Omit<Rows[Each], 'status'> },
): Pick<Rows, Code> {
  const entries = Object.entries<object>(rows).map(([code, row]) => [code, { ...row, status }]);
  return Object.fromEntries(entries);
}

/** For anything but a refusal: a bug, whose details are not revealed. */
export const INTERNAL_ERROR: ProblemRow<unknown> & { readonly code: 'internal_error' } = {
  code: 'internal_error',
  status: 500,
  title: 'Something went wrong on the server',
  detail:
    'The server had an unexpected error. Its log has the details under the correlation id of this reply.',
};

function inMegabytes(bytes: number): string {
  return `${Number((bytes / 1_048_576).toFixed(1))} MB`;
}
