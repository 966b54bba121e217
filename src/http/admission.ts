import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../errors.ts';
import { createApiKeyCheck, takesBearer } from './api-key.ts';
import { clientOf, proxyRangeOf } from './client-address.ts';
import { crossOriginHeaders, preflightHeaders } from './cross-origin.ts';
import { createRateLimiter, type RateLimitResult } from './rate-limit.ts';

type Socket = FastifyRequest['raw']['socket'];

/** `Config` has them all. */
export interface AdmissionSettings {
  readonly apiKey: string;
  readonly requireAuthForIngest: boolean;
  readonly rateLimitPerMinute: number;
  /** Address ranges; validated. */
  readonly trustedProxies: readonly string[];
  readonly corsOrigins: readonly string[];
}

/** Who is let in: decided of every request before its body is read and before anything is looked up for it. */
export interface Admission {
  /** Counts the request, and sets the headers that its response has whatever comes of it. Never throws. */
  count(request: FastifyRequest, reply: FastifyReply): Promise<Refusal | undefined>;
  /** The same for bytes that are no request: all that is known of their sender is the connection. */
  countUnparsed(socket: Socket): Promise<RateLimitResult>;
  /** Whether the key that the route needs is missing or wrong. */
  refusalOfKey(request: FastifyRequest): Refusal | undefined;
  /** What a page of another origin is told of an address that takes these methods. */
  preflightHeaders(request: FastifyRequest, methods: readonly string[]): Readonly<Record<string, string>>;
  /** Who sent the request: the holder of the key, or a client address. */
  callerOf(request: FastifyRequest): string;
}

export function createAdmission(
  parts: { settings: AdmissionSettings } & Omit<Parameters<typeof createRateLimiter>[0], 'perMinute'>,
): Admission {
  const { settings } = parts;
  const limiter = createRateLimiter({ ...parts, perMinute: settings.rateLimitPerMinute });
  const apiKey = createApiKeyCheck(settings);
  const allowed = settings.corsOrigins;
  const proxies = settings.trustedProxies.map((text) => {
    const range = proxyRangeOf(text);
    if (!range) throw new RangeError(`Cannot trust ${text} as it must be an address range`);
    return range;
  });
  const clientIn = ({ headers, socket }: FastifyRequest) =>
    clientOf(headers, { peer: socket.remoteAddress, proxies });

  return {
    async count(request, reply) {
      setHeaders(reply, crossOriginHeaders(request.headers.origin, { allowed }));
      const { headers, refusal } = await limiter.count(clientIn(request));
      setHeaders(reply, headers);
      return refusal;
    },
    countUnparsed: (socket) => limiter.count(clientOf({}, { peer: socket.remoteAddress, proxies })),
    refusalOfKey: (request) =>
      apiKey.admits(request) ? undefined : { code: 'invalid_api_key', takesBearer: takesBearer(request) },
    preflightHeaders: ({ headers }, methods) => preflightHeaders(headers.origin, { allowed, methods }),
    callerOf: (request) => (apiKey.isHeldBy(request) ? 'key' : `address/${clientIn(request)}`),
  };
}

/** On the response itself: there they stand also when it is not Fastify that writes it. */
function setHeaders({ raw }: FastifyReply, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) raw.setHeader(name, value);
}
