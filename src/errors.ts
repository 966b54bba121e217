import type { Said } from './kernel/said.ts';

/**
 * The closed set of reasons to decline a request. Rules return a `Refusal`, use-cases throw it inside `RefusedError`,
 * and only `http/problems/problem-table.ts` knows its form on the wire. Any other throw is a bug.
 */
export type Refusal =
  | { readonly code: 'invalid_json'; readonly reason: Said }
  | { readonly code: 'invalid_request'; readonly reason: Said }
  | { readonly code: 'invalid_user_id' }
  | { readonly code: 'invalid_cursor' }
  | { readonly code: 'invalid_idempotency_key' }
  | {
      readonly code: 'invalid_api_key';
      readonly takesBearer?: boolean;
      /** The document that only holders of the key may replace. */
      readonly replaces?: string;
    }
  | {
      readonly code: 'key_not_permitted';
      /** One of them is needed. */
      readonly scopes: readonly string[];
      /** The key has one of the scopes, but sees only some of the documents that the operation is about. */
      readonly seesTooLittle: boolean;
    }
  | { readonly code: 'keys_need_api_key' }
  | { readonly code: 'key_name_taken'; readonly name: string }
  | { readonly code: 'too_many_keys'; readonly limit: number }
  | { readonly code: 'key_not_found'; readonly name: string }
  | { readonly code: 'origin_not_allowed'; readonly origin: string }
  | {
      readonly code: 'route_not_found';
      readonly method: string;
      readonly path: string;
      readonly nearest?: string;
    }
  | { readonly code: 'document_not_found'; readonly docId: string }
  | { readonly code: 'chunk_not_found'; readonly docId: string; readonly chunkId: string }
  | {
      readonly code: 'content_not_available';
      readonly docId: string;
      readonly what: 'text' | 'original';
      readonly status: string;
    }
  | { readonly code: 'review_entry_not_found'; readonly entryId: string }
  | { readonly code: 'trace_not_found'; readonly correlationId: string }
  | { readonly code: 'source_not_found'; readonly sourceId: string }
  | { readonly code: 'answer_not_found'; readonly correlationId: string }
  | { readonly code: 'shared_conversation_not_found'; readonly shareId: string }
  | { readonly code: 'sharing_disabled' }
  | { readonly code: 'method_not_allowed'; readonly method: string; readonly allowed: readonly string[] }
  | { readonly code: 'request_in_progress'; readonly retryAfterSeconds: number }
  | { readonly code: 'document_id_taken'; readonly docId: string }
  | { readonly code: 'ingest_not_failed'; readonly docId: string; readonly status: string }
  | { readonly code: 'review_already_decided'; readonly entryId: string; readonly state: string }
  | { readonly code: 'review_not_decided'; readonly entryId: string }
  | { readonly code: 'source_exists'; readonly sourceId: string }
  | { readonly code: 'too_many_sources'; readonly limit: number }
  | { readonly code: 'nothing_to_confirm'; readonly sourceId: string }
  | { readonly code: 'file_too_large'; readonly limitBytes: number }
  | { readonly code: 'body_too_large'; readonly limitBytes: number }
  | { readonly code: 'headers_too_large' }
  | { readonly code: 'request_timeout' }
  | { readonly code: 'range_not_satisfiable'; readonly bytes: number }
  | { readonly code: 'unsupported_content_type'; readonly contentType: string; readonly accepted: string }
  | { readonly code: 'unsupported_file_type'; readonly reason: Said }
  | { readonly code: 'empty_file'; readonly filename: string }
  | { readonly code: 'validation_failed'; readonly errors: readonly FieldError[] }
  | { readonly code: 'url_not_allowed'; readonly reason: Said }
  | { readonly code: 'idempotency_key_reused' }
  | {
      readonly code: 'rate_limited';
      readonly limit: number;
      readonly retryAfterSeconds: number;
      /** The limit is the key's own, not that of the client address. */
      readonly isOfKey?: boolean;
    }
  | { readonly code: 'quota_exceeded'; readonly limit: number; readonly retryAfterSeconds: number }
  | { readonly code: 'queue_full'; readonly limit: number; readonly retryAfterSeconds: number }
  | { readonly code: 'too_many_followers'; readonly limit: number; readonly retryAfterSeconds: number }
  | {
      readonly code: 'decision_underway';
      readonly entryId: string;
      readonly state: string;
      readonly retryAfterSeconds: number;
    }
  | { readonly code: 'approval_failed'; readonly reason: Said; readonly retryAfterSeconds: number }
  | { readonly code: 'model_failed' }
  | { readonly code: 'model_busy'; readonly retryAfterSeconds: number }
  | { readonly code: 'no_embedding_model'; readonly retryAfterSeconds: number }
  | { readonly code: 'store_unavailable'; readonly dependency: string; readonly retryAfterSeconds: number }
  | { readonly code: 'disk_full'; readonly retryAfterSeconds: number }
  | { readonly code: 'shutting_down'; readonly retryAfterSeconds: number }
  | { readonly code: 'deadline_exceeded'; readonly limitMs: number };

export interface FieldError {
  /** Path of the field in the body or query, dots between levels. */
  readonly field: string;
  /** The accepted values and the value given. */
  readonly message: Said;
}

/** Carries a refusal from the use-case to the HTTP layer. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, options?: { cause?: unknown }) {
    super(refusal.code, options);
    this.refusal = refusal;
  }
}

export function isRefusal<Code extends Refusal['code']>(
  error: unknown,
  code: Code,
): error is RefusedError & { readonly refusal: Extract<Refusal, { code: Code }> } {
  return error instanceof RefusedError && error.refusal.code === code;
}

/** Refuses one field of a request. */
export function invalidField(field: string, message: Said): RefusedError {
  return new RefusedError({ code: 'validation_failed', errors: [{ field, message }] });
}

/** What a probe of a store throws that will answer once it is loaded. */
export class StillLoading extends Error {
  override readonly name = 'StillLoading';
}

/** Wraps a thrown value of any type as an `Error`. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/**
 * Why an ingest failed after it was accepted. `mayPass` errors (network, a crashed worker) are retried, the others end
 * the job.
 */
export const INGEST_ERRORS = {
  url_not_allowed: { mayPass: false },
  download_failed: { mayPass: true },
  download_refused: { mayPass: false },
  file_too_large: { mayPass: false },
  unsupported_file_type: { mayPass: false },
  empty_file: { mayPass: false },
  password_required: { mayPass: false },
  damaged_file: { mayPass: false },
  no_text: { mayPass: false },
  no_text_layer: { mayPass: false },
  too_complex: { mayPass: false },
  parse_timeout: { mayPass: false },
  parse_crashed: { mayPass: true },
  embedding_failed: { mayPass: true },
  internal_error: { mayPass: true },
} as const;

export type IngestErrorCode = keyof typeof INGEST_ERRORS;

/** Ends an ingest attempt. Users see `message`: it says what to do and contains no internal path. */
export class IngestFailure extends Error {
  override readonly name = 'IngestFailure';
  readonly code: IngestErrorCode;

  constructor(code: IngestErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
