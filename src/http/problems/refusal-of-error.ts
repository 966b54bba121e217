import { type Refusal, RefusedError } from '../../errors.ts';
import { LIMITS } from '../limits.ts';

/** Errors that Fastify, its plugins and Node throw for bad requests, by code, as refusals. */
const FRAMEWORK_ERRORS: Readonly<Record<string, Refusal>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: invalid('The body is not as long as its Content-Length says.'),
  FST_ERR_BAD_URL: invalid(
    'The URL contains a % that is not followed by two hexadecimal digits of UTF-8 text.',
  ),
  FST_ERR_MAX_PARAM_LENGTH: invalid('A part of the URL is too long.'),
  FST_MP_PREMATURE_CLOSE: invalid('The form ended in the middle; the upload was cut off.'),
  FST_PROTO_VIOLATION: invalid('The form has a field with a name that is not allowed.'),
  FST_INVALID_JSON_FIELD_ERROR: invalid('A field of the form is declared as JSON and is not.'),
  FST_PARTS_LIMIT: invalid('The form has too many parts.'),
  FST_FIELDS_LIMIT: invalid('The form has too many fields.'),
  FST_FILES_LIMIT: invalid('The form has too many files.'),
  ECONNRESET: invalid('The connection was closed in the middle of the request.'),
  HPE_HEADER_OVERFLOW: { code: 'headers_too_large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'body_too_large', limitBytes: LIMITS.jsonBytesMax },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout' },
};

/**
 * The refusal that an error stands for; undefined when it is a bug.
 *
 * @param options.limitBytes What a body may have.
 * @param options.limitMs The deadline in force when the error is an abort without one of Docent's reasons.
 * @param options.contentType The request's, and what its address accepts.
 */
export function refusalOf(
  error: unknown,
  options: { limitMs: number; limitBytes: number; contentType: string; accepted: string },
): Refusal | undefined {
  if (error instanceof RefusedError) return error.refusal;
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') {
    return { code: 'deadline_exceeded', limitMs: options.limitMs };
  }
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const { contentType, accepted } = options;
    return { code: 'unsupported_content_type', contentType, accepted };
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return { code: 'body_too_large', limitBytes: options.limitBytes };
  return FRAMEWORK_ERRORS[code];
}

/** Why Node's HTTP parser gave up. */
export function refusalOfParserError(error: Error): Refusal {
  const refusal = FRAMEWORK_ERRORS[(error as NodeJS.ErrnoException).code ?? ''];
  return refusal ?? invalid('The request is not valid HTTP.');
}

function invalid(reason: string): Refusal {
  return { code: 'invalid_request', reason };
}
