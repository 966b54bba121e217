/** Docent's headers that pages may read in addition to those that CORS always allows. */
const EXPOSED_HEADERS = [
  'Allow',
  'Deprecation',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Correlation-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
].join(', ');

const HEADER_NAMES = /^[\w-]+(?:, *[\w-]+)*$/;

/** How long a browser may cache a preflight. */
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/**
 * CORS headers for listed origins; none for others. No credentials are allowed, as the API has none that a browser
 * sends by itself.
 *
 * @param origin The request's `Origin`.
 * @param options.allowed Exact origins; when empty there are no headers at all.
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function crossOriginHeaders(
  origin: string | undefined,
  { allowed }: { allowed: readonly string[] },
): Readonly<Record<string, string>> {
  if (allowed.length === 0) return {};
  // A cache must not give one origin's response to another.
  if (origin === undefined || !allowed.includes(origin)) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
    // `same-origin` would block the page that was just allowed.
    'cross-origin-resource-policy': 'cross-origin',
  };
}

/**
 * Further headers of a preflight response. A page of a listed origin may send any header, as a program may: clients of
 * OpenAI's API send many of their own.
 *
 * @param options.methods Those that the URL accepts.
 * @param options.asked `Access-Control-Request-Headers`.
 */
export function preflightHeaders(
  origin: string | undefined,
  options: { allowed: readonly string[]; methods: readonly string[]; asked: string | undefined },
): Readonly<Record<string, string>> {
  const { allowed, methods, asked = '' } = options;
  if (origin === undefined || !allowed.includes(origin)) return {};
  return {
    'access-control-allow-methods': methods.join(', '),
    ...(HEADER_NAMES.test(asked) && { 'access-control-allow-headers': asked }),
    'access-control-max-age': String(PREFLIGHT_MAX_AGE_SECONDS),
  };
}

/** Whether `text` is one origin as browsers write it: scheme, lower-case host, and a port unless it is the default. */
export function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
