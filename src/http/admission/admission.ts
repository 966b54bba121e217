import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
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
import { clientOf, isProxy, proxyRangeOf } from './client-address.ts';
import { crossOriginHeaders, preflightHeaders } from './cross-origin.ts';
import { createRateLimiter } from './rate-limit.ts';

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

type Socket = FastifyRequest['raw']['socket'];

/** A subset of `Config`. */
export interface AdmissionSettings extends AccessSettings {
  readonly rateLimitPerMinute: number;
  /** Address ranges; validated. */
  readonly trustedProxies: readonly string[];
  readonly corsOrigins: readonly string[];
}

export type Admission = ReturnType<typeof createAdmission>;

/**
 * Decides whether a request is admitted, before its body is read and before any lookup; by the matched route, never by the
 * URL as written: one rule holds for every spelling.
 */
export function createAdmission(
  parts: { settings: AdmissionSettings; keys: Pick<ApiKeys, 'find'> } & Omit<
    Parameters<typeof createRateLimiter>[0],
    'perMinute'
  >,
) {
  const { settings, keys } = parts;
  const limiter = createRateLimiter({ ...parts, perMinute: settings.rateLimitPerMinute });
  const apiKey = settings.apiKey === '' ? undefined : digestOf(settings.apiKey);
  const allowed = settings.corsOrigins;
  const proxies = settings.trustedProxies.map((text) => {
    const range = proxyRangeOf(text);
    if (!range) throw new RangeError(`Cannot trust ${text} as it must be an address range`);
    return range;
  });
  const clientIn = ({ headers, socket }: FastifyRequest) =>
    clientOf(headers, { peer: socket.remoteAddress, proxies });

  /** Sets `request.caller`. @returns Why the key is invalid, where one came that is no key to ignore. */
  async function identify(request: FastifyRequest): Promise<Refusal | undefined> {
    request.caller = ANONYMOUS;
    const given = keyIn(request);
    if (apiKey === undefined || typeof given !== 'string') return undefined;
    // Digests have equal length, and comparing them reveals nothing about the key.
    if (timingSafeEqual(digestOf(given), apiKey)) request.caller = OPERATOR;
    else if (given.startsWith(KEY_PREFIX)) {
      const key = await keys.find(given);
      // A revoked key must not turn into no key, which may see more.
      if (!key) return { code: 'invalid_api_key', takesBearer: takesBearer(request) };
      request.caller = holderOf(key);
    }
    return undefined;
  }

  /** Why the sender may not do what has this rule, whatever the route requires. */
  function refusalOf(request: FastifyRequest, rule: KeyRule): Refusal | undefined {
    const { caller } = request;
    if (mayUse(caller, rule, settings)) return undefined;
    if (caller.key === null) return { code: 'invalid_api_key', takesBearer: takesBearer(request) };
    const seesTooLittle = mayUse({ ...caller, tags: null }, rule, settings);
    return { code: 'key_not_permitted', scopes: scopesOf(rule), seesTooLittle };
  }

  return {
    /** Counts the request and sets the headers that every response to it carries. Never throws. */
    async count(request: FastifyRequest, reply: FastifyReply): Promise<Refusal | undefined> {
      setHeaders(reply, crossOriginHeaders(request.headers.origin, { allowed }));
      const { headers, refusal } = await limiter.count(clientIn(request));
      setHeaders(reply, headers);
      return refusal;
    },
    /** The same for bytes that are not a valid request: only the connection identifies the sender. */
    countUnparsed: (socket: Socket) => limiter.count(clientOf({}, { peer: socket.remoteAddress, proxies })),
    /** Finds out who sends a request to a route with a rule, and whether they may; counts it for a key with a limit. */
    async refusalOfKey(request: FastifyRequest, reply: FastifyReply): Promise<Refusal | undefined> {
      const rule = request.routeOptions.config?.key;
      if (rule === undefined) return undefined;
      const refused = (await identify(request)) ?? refusalOf(request, rule);
      const { key } = request.caller;
      if (refused || key === null || key === 'API_KEY' || key.requestsPerMinute === null) return refused;
      const { headers, refusal } = await limiter.count(`key/${key.keyId}`, key.requestsPerMinute);
      setHeaders(reply, headers);
      return refusal && { ...refusal, isOfKey: true };
    },
    refusalOf,
    /** CORS headers for a page of another origin, for a URL with these methods. */
    preflightHeaders: ({ headers }: FastifyRequest, methods: readonly string[]) =>
      preflightHeaders(headers.origin, {
        ...{ allowed, methods, asked: headers['access-control-request-headers'] },
      }),
    /** The client's address, as it is counted. */
    clientOf: clientIn,
    /** The client that a connection from this address is counted for; undefined for a trusted proxy. */
    clientAt: (address: string | undefined) =>
      isProxy(address, proxies) ? undefined : clientOf({}, { peer: address, proxies }),

    /** Identifies the sender: the holder of the key, or a client address. */
    callerOf(request: FastifyRequest): string {
      const { key } = request.caller;
      if (key === null) return `address/${clientIn(request)}`;
      return key === 'API_KEY' ? 'key' : `key/${key.keyId}`;
    },
  };
}

/** Set on the raw response, so that they are sent even when Fastify does not write it. */
function setHeaders({ raw }: FastifyReply, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) raw.setHeader(name, value);
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
