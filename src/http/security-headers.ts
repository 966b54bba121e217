/**
 * What every response says to browsers: it is data, of a type that is not to be guessed, for no cache, and neither to be
 * framed nor to be a page that loads anything. Pages (`/docs`) replace the policy by their own. No
 * Strict-Transport-Security: whoever puts TLS in front says so there, and a development server must not.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html#security-headers
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};
