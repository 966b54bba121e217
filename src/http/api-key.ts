import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route when `API_KEY` is set; a route that says nothing is open to everyone. */
    key?: KeyRule;
  }
}

/** `always`: whoever has the key. `ingest`: with `REQUIRE_AUTH_FOR_INGEST` whoever has the key, else everyone. */
export type KeyRule = 'always' | 'ingest';

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
  function isHeldBy({ headers }: FastifyRequest): boolean {
    const given = headers['x-api-key'];
    return expected !== undefined && typeof given === 'string' && timingSafeEqual(digestOf(given), expected);
  }

  return {
    admits(request) {
      if (expected === undefined) return true;
      const rule = request.routeOptions.config?.key;
      const isKeyNeeded = rule === 'always' || (rule === 'ingest' && settings.requireAuthForIngest);
      return !isKeyNeeded || isHeldBy(request);
    },
    isHeldBy,
  };
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key, 'latin1').digest();
}
