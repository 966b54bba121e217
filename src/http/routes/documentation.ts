import { readFileSync } from 'node:fs';
import type { FastifyPluginAsync } from 'fastify';
import { asksForPage } from '../header-fields.ts';
import { PAGE_HEADERS } from '../html-page.ts';
import type { ApiDocument } from './api-page.ts';

/** The API document, a page to read it, and the pages that the `type` of a problem links to. */
export const documentationRoutes: FastifyPluginAsync = async (scope) => {
  const errors = readFileSync(new URL('../../../docs/reference/errors.md', import.meta.url), 'utf8');
  // What makes pages is loaded for the first reader.
  let errorsPage: string | undefined;
  let apiPage: string | undefined;
  const options = { schema: { hide: true } } as const;

  scope.get('/docs', options, async (_request, reply) => {
    apiPage ??= (await import('./api-page.ts')).apiPage(scope.swagger() as ApiDocument);
    return reply.headers(PAGE_HEADERS).send(apiPage);
  });
  scope.get('/docs/errors', options, async (request, reply) => {
    if (!asksForPage(request.headers.accept)) return reply.type('text/plain; charset=utf-8').send(errors);
    errorsPage ??= (await import('./errors-page.ts')).errorsPage(errors);
    return reply.headers(PAGE_HEADERS).send(errorsPage);
  });
  scope.get('/openapi.json', options, async () => scope.swagger());
};
