import type { FastifyReply } from 'fastify';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { RefusedError } from '../../errors.ts';
import { ChatHeaders } from '../schemas/chat.ts';
import type { RouteParts, Scope } from './route-parts.ts';

/** One message a request: a batch would count as one request, however many questions it asks. */
const Message = z.looseObject({});

/** The operations of the API as tools of the Model Context Protocol, which describes itself to its clients. */
export function mcpRoutes(scope: Scope, parts: RouteParts): void {
  const { settings } = parts;

  scope.post(
    '/mcp',
    {
      config: { key: 'open', bearer: true, lifetime: 'question' },
      schema: { hide: true, headers: ChatHeaders, body: Message },
    },
    async (request, reply: FastifyReply) => {
      const { host, origin } = request.headers;
      if (!mayUseAddress({ host, origin }, { allowed: settings.corsOrigins }))
        throw new RefusedError({ code: 'origin_not_allowed', origin: origin! });
      // Most servers have no such client, so the protocol is loaded for the first one.
      const { exchangeMcp } = await import('../mcp/mcp-exchange.ts');
      const response = await exchangeMcp(request, parts);
      const body = Buffer.from(await response.arrayBuffer());
      // Its other headers are about a connection that it does not have.
      const type = response.headers.get('content-type');
      if (type !== null) reply.type(type);
      return reply.code(response.status).send(body);
    },
  );
}

/**
 * Whether a page may call a URL that has effects without a key. Browsers name the page in `Origin`; other clients send
 * none. A page of this server's own host may, unless the host is a name: by DNS rebinding any name can lead to this
 * server, and the page of that name then has the same origin.
 *
 * @param options.allowed Origins that the operator lists.
 */
function mayUseAddress(
  { host, origin }: { host?: string | undefined; origin?: string | undefined },
  { allowed }: { allowed: readonly string[] },
): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  const page = URL.parse(origin);
  return page !== null && page.host === host && isFixed(page.hostname);
}

/** An address, or the name that always leads to this machine. */
function isFixed(hostname: string): boolean {
  return hostname === 'localhost' || ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''));
}
