import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKeys } from '../../access/api-keys.ts';
import type { AccessSettings } from '../../access/permissions.ts';
import type { Refusal } from '../../errors.ts';
import { createApiKeyCheck } from './api-key.ts';
import { clientOf, isProxy, proxyRangeOf } from './client-address.ts';
import { crossOriginHeaders, preflightHeaders } from './cross-origin.ts';
import { createRateLimiter } from './rate-limit.ts';

type Socket = FastifyRequest['raw']['socket'];

/** A subset of `Config`. */
export interface AdmissionSettings extends AccessSettings {
  readonly rateLimitPerMinute: number;
  /** Address ranges; validated. */
  readonly trustedProxies: readonly string[];
  readonly corsOrigins: readonly string[];
}

export type Admission = ReturnType<typeof createAdmission>;

/** Decides whether a request is admitted, before its body is read and before any lookup. */
export function createAdmission(
  parts: { settings: AdmissionSettings; keys: Pick<ApiKeys, 'find'> } & Omit<
    Parameters<typeof createRateLimiter>[0],
    'perMinute'
  >,
) {
  const { settings } = parts;
  const limiter = createRateLimiter({ ...parts, perMinute: settings.rateLimitPerMinute });
  const apiKey = createApiKeyCheck(settings, parts.keys);
  const allowed = settings.corsOrigins;
  const proxies = settings.trustedProxies.map((text) => {
    const range = proxyRangeOf(text);
    if (!range) throw new RangeError(`Cannot trust ${text} as it must be an address range`);
    return range;
  });
  const clientIn = ({ headers, socket }: FastifyRequest) =>
    clientOf(headers, { peer: socket.remoteAddress, proxies });

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
      const refused = (await apiKey.identify(request)) ?? apiKey.refusalOf(request, rule);
      const { key } = request.caller;
      if (refused || key === null || key === 'API_KEY' || key.requestsPerMinute === null) return refused;
      const { headers, refusal } = await limiter.count(`key/${key.keyId}`, key.requestsPerMinute);
      setHeaders(reply, headers);
      return refusal && { ...refusal, isOfKey: true };
    },
    /** Why the sender may not do what has this rule, whatever the route requires. */
    refusalOf: apiKey.refusalOf,
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
