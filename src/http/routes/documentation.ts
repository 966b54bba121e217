import { readdirSync, readFileSync } from 'node:fs';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginAsync } from 'fastify';
import { RefusedError } from '../../errors.ts';
import { asksForPage } from '../header-fields.ts';
import { PAGE_HEADERS } from '../html-page.ts';
import { pathOf } from '../requests/request-target.ts';

/** The API page may load only this server's files. */
const DOCS_CSP =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'";

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="140" height="40"><text x="0" y="29" font-family="sans-serif" font-size="28" fill="#fff">Docent</text></svg>`;

const PAGE_FILES: ReadonlySet<string> = new Set(
  readdirSync(new URL('static/', import.meta.resolve('@fastify/swagger-ui'))),
);

/** The API document, a page to read and try it, and the pages that the `type` of a problem links to. */
export const documentationRoutes: FastifyPluginAsync = async (scope) => {
  const errors = readFileSync(new URL('../../../docs/reference/errors.md', import.meta.url), 'utf8');
  let page: string | undefined;
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, isPage: true };
  });
  scope.get('/docs/errors', { schema: { hide: true } }, async (request, reply) => {
    if (!asksForPage(request.headers.accept)) return reply.type('text/plain; charset=utf-8').send(errors);
    // What turns it into a page is loaded for the first browser.
    page ??= (await import('./errors-page.ts')).errorsPage(errors);
    return reply.headers(PAGE_HEADERS).send(page);
  });
  scope.get('/openapi.json', { schema: { hide: true } }, async () => scope.swagger());
  // The static file plugin rejects names and ranges with its own errors instead of problems.
  scope.addHook('onRequest', async (request) => {
    const { '*': name = '' } = request.params as { '*'?: string };
    if (name !== '' && !PAGE_FILES.has(name)) {
      const { method, url } = request;
      throw new RefusedError({ code: 'route_not_found', method, path: pathOf(url) });
    }
    delete request.headers.range;
  });
  await scope.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_CSP,
    logo: { type: 'image/svg+xml', content: LOGO },
    theme: { title: 'Docent API' },
    uiConfig: { validatorUrl: null, tryItOutEnabled: true },
  });
};
