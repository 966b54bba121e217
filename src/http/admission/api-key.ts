import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type ApiKeys, KEY_PREFIX } from '../../access/api-keys.ts';
import {
  type AccessSettings,
  ANONYMOUS,
  type Caller,
  holderOf,
  type KeyRule,
  mayUse,
  OPERATOR,
  scopesOf,
} from '../../access/permissions.ts';
import type { Refusal } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route when `API_KEY` is set; without a rule everyone may, and keys are not looked at. */
    key?: KeyRule;
    /** The key may also be a bearer token, as clients of the route may be unable to send other headers. */
    bearer?: true;
  }
  interface FastifyRequest {
    /** Set before the handler of a route with a rule runs. */
    caller: Caller;
  }
}

export type ApiKeyCheck = ReturnType<typeof createApiKeyCheck>;

/** Checks by matched route, never by the URL as written: one rule holds for every spelling. */
export function createApiKeyCheck(settings: AccessSettings, keys: Pick<ApiKeys, 'find'>) {
  const expected = settings.apiKey === '' ? undefined : digestOf(settings.apiKey);

  /** Digests have equal length, and comparing them reveals nothing about the key. */
  const isApiKey = (given: string) => expected !== undefined && timingSafeEqual(digestOf(given), expected);

  return {
    /** Sets `request.caller`. @returns Why the key is invalid, where one came that is no key to ignore. */
    async identify(request: FastifyRequest): Promise<Refusal | undefined> {
      request.caller = ANONYMOUS;
      const given = keyIn(request);
      if (expected === undefined || typeof given !== 'string') return undefined;
      if (isApiKey(given)) request.caller = OPERATOR;
      else if (given.startsWith(KEY_PREFIX)) {
        const key = await keys.find(given);
        // A revoked key must not turn into no key, which may see more.
        if (!key) return { code: 'invalid_api_key', takesBearer: takesBearer(request) };
        request.caller = holderOf(key);
      }
      return undefined;
    },

    /** Why the request may not do what has this rule. */
    refusalOf(request: FastifyRequest, rule: KeyRule): Refusal | undefined {
      const { caller } = request;
      if (mayUse(caller, rule, settings)) return undefined;
      if (caller.key === null) return { code: 'invalid_api_key', takesBearer: takesBearer(request) };
      const seesTooLittle = mayUse({ ...caller, tags: null }, rule, settings);
      return { code: 'key_not_permitted', scopes: scopesOf(rule), seesTooLittle };
    },
  };
}

/** Whether the route accepts the key as a bearer token. */
function takesBearer({ routeOptions }: FastifyRequest): boolean {
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
