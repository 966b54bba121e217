import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route when `API_KEY` is set; without a rule the route is open to everyone. */
    key?: KeyRule;
    /** The key may also be a bearer token, as clients of the route may be unable to send other headers. */
    bearer?: true;
  }
}

/** `always`: needs the key. `ingest`: needs the key when `REQUIRE_AUTH_FOR_INGEST` is set. */
export type KeyRule = 'always' | 'ingest';

export interface ApiKeyCheck {
  /** Whether the request may use its route. */
  admits(request: FastifyRequest): boolean;
  /** Whether the request may do what has this rule. */
  mayUse(request: FastifyRequest, rule: KeyRule): boolean;
  /** Whether a key is configured and the request has it, whatever the route requires. */
  isHeldBy(request: FastifyRequest): boolean;
}

/**
 * Checks by matched route, never by the URL as written: one rule holds for every spelling.
 *
 * @param settings `apiKey`: empty leaves every route open (development).
 */
export function createApiKeyCheck(settings: { apiKey: string; requireAuthForIngest: boolean }): ApiKeyCheck {
  const expected = settings.apiKey === '' ? undefined : digestOf(settings.apiKey);

  /** Digests have equal length, and comparing them reveals nothing about the key. */
  function isHeldBy(request: FastifyRequest): boolean {
    const given = keyIn(request);
    return expected !== undefined && typeof given === 'string' && timingSafeEqual(digestOf(given), expected);
  }

  const isKeyNeeded = (rule: KeyRule) => rule === 'always' || settings.requireAuthForIngest;
  const mayUse = (request: FastifyRequest, rule: KeyRule) =>
    expected === undefined || !isKeyNeeded(rule) || isHeldBy(request);

  return {
    admits(request) {
      const rule = request.routeOptions.config?.key;
      return rule === undefined || mayUse(request, rule);
    },
    mayUse,
    isHeldBy,
  };
}

/** Whether the route accepts the key as a bearer token. */
export function takesBearer({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config?.bearer === true;
}

/** `WWW-Authenticate` for a request without the key. */
export function keyChallenge(refusal: { takesBearer?: boolean }): string {
  return `ApiKey realm="docent", header="X-API-Key"${refusal.takesBearer ? ', Bearer realm="docent"' : ''}`;
}

function keyIn(request: FastifyRequest) {
  const { headers } = request;
  const bearer = takesBearer(request) ? /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1] : undefined;
  return headers['x-api-key'] ?? bearer;
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key, 'latin1').digest();
}
