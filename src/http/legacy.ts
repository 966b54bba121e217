import type { FastifyInstance, FastifyPluginAsync, RouteOptions } from 'fastify';
import { printablePathOf } from './requests/request-target.ts';

/** When the unversioned paths were deprecated: 2026-11-21, with the first version that has `/api/v1`. */
const DEPRECATED_SINCE_SECONDS = 1_795_219_200;

/** Paths under `/api/` without a version. */
const LEGACY_PATH = /^\/api\/(?!v1(?:[/?]|$))/;

/** The same routes described as deprecated, to be registered under `/api`. */
export function legacyRoutes(routes: FastifyPluginAsync): FastifyPluginAsync {
  return async (scope) => {
    scope.addHook('onRoute', markDeprecated);
    await scope.register(routes);
  };
}

/**
 * Marks every reply at a path without a version as deprecated. Call it before whatever refuses requests.
 *
 * @param options.sunset The day on which they are removed, as YYYY-MM-DD in UTC; empty when none is set.
 * @see RFC 9745 (Deprecation), RFC 8594 (Sunset), RFC 5829 (successor-version)
 */
export function markLegacyReplies(app: FastifyInstance, { sunset }: { sunset: string }): void {
  const headers = {
    deprecation: `@${DEPRECATED_SINCE_SECONDS}`,
    ...(sunset !== '' && { sunset: new Date(sunset).toUTCString() }),
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (LEGACY_PATH.test(request.url)) {
      const successor = printablePathOf(request.url).replace(/^\/api\//, '/api/v1/');
      reply.headers({ ...headers, link: `<${successor}>; rel="successor-version"` });
    }
    done();
  });
}

function markDeprecated(route: RouteOptions): void {
  if (!route.schema || route.method === 'HEAD') return;
  const operationId = route.schema.operationId ?? '';
  route.schema = {
    ...route.schema,
    operationId: `legacy${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`,
    tags: ['legacy'],
    deprecated: true,
  };
}
