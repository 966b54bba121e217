import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route when `API_KEY` is set; a route that says nothing is open to everyone. */
    key?: KeyRule;
  }
}

/**
 * `always`: whoever has the key. `ingest`: with `REQUIRE_AUTH_FOR_INGEST` whoever has the key, else everyone. `scrape`:
 * whoever has the key, and may send it as a bearer token: those who scrape metrics may be unable to send other headers.
 */
export type KeyRule = 'always' | 'ingest' | 'scrape';

export interface ApiKeyCheck {
  /** Whether the key, if it takes one, lets the request use the route that it met. */
  admits(request: FastifyRequest): boolean;
  /** Whether there is a key and the request has it, whatever its route takes. */
  isHeldBy(request: FastifyRequest): boolean;
}

/**
 * Goes by the route that was matched, never by the address as it was spelt: one rule holds for every spelling.
 *
 * @param settings `apiKey`: empty leaves every route open (development).
 */
export function createApiKeyCheck(settings: { apiKey: string; requireAuthForIngest: boolean }): ApiKeyCheck {
  const expected = settings.apiKey === '' ? undefined : digestOf(settings.apiKey);

  /** Digests are of one length, and what their first different byte is says nothing about the key. */
  function isHeldBy(request: FastifyRequest): boolean {
    const given = keyIn(request);
    return expected !== undefined && typeof given === 'string' && timingSafeEqual(digestOf(given), expected);
  }

  return {
    admits(request) {
      if (expected === undefined) return true;
      const rule = request.routeOptions.config?.key;
      const isKeyNeeded = rule === 'ingest' ? settings.requireAuthForIngest : rule !== undefined;
      return !isKeyNeeded || isHeldBy(request);
    },
    isHeldBy,
  };
}

/** Whether the key may come as a bearer token where the request is for. */
export function takesBearer({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config?.key === 'scrape';
}

/** What `WWW-Authenticate` says to a request without the key. */
export function keyChallenge(refusal: { takesBearer: boolean }): string {
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
