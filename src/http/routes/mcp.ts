import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { RefusedError } from '../../errors.ts';
import { mayUseAddress } from '../admission/rebinding.ts';
import { ChatHeaders } from '../schemas/chat.ts';
import type { RouteParts } from './route-parts.ts';

/** One message a request: a batch would count as one request, however many questions it asks. */
const Message = z.looseObject({});

/** The operations of the API as tools of the Model Context Protocol, which describes itself to its clients. */
export function mcpRoutes(parts: RouteParts): FastifyPluginAsyncZod {
  const { settings } = parts;

  return async (scope) => {
    scope.post(
      '/mcp',
      {
        config: { key: 'open', bearer: true, lifetime: () => ({ limitMs: settings.questionTimeoutMs }) },
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
  };
}
