import { readFileSync } from 'node:fs';
import type { FastifyPluginAsync, RouteOptions } from 'fastify';
import { asksForPage } from '../header-fields.ts';
import { sendPage } from '../html-page.ts';
import { type PageWords, wordsFor } from '../page-words.ts';
import type { ApiDocument } from './api-page.ts';

const REFERENCE = new URL('../../../docs/reference/', import.meta.url);

/** The API document, a page to read it, and the pages that the `type` of a problem links to. */
export const documentationRoutes: FastifyPluginAsync<{
  /** Filled until the server is ready. */
  routes: readonly RouteOptions[];
  version: string;
}> = async (scope, { routes, version }) => {
  // What makes pages is loaded for the first reader.
  let document: Promise<unknown> | undefined;
  const apiDocument = () => {
    document ??= import('../api-document.ts').then((module) => module.apiDocument(routes, version));
    return document;
  };
  const apiPageIn = inEachLanguage(async (words) =>
    (await import('./api-page.ts')).apiPage((await apiDocument()) as ApiDocument, words),
  );
  const errorsPageIn = inEachLanguage(async (words) => {
    const file = words.language === 'en' ? 'errors.md' : `errors.${words.language}.md`;
    return (await import('./errors-page.ts')).errorsPage(read(file), words);
  });
  const options = { schema: { hide: true } } as const;

  scope.get('/docs', options, async ({ headers }, reply) => {
    const words = wordsFor(headers['accept-language']);
    return sendPage(reply, await apiPageIn(words), words);
  });
  scope.get('/docs/errors', options, async ({ headers }, reply) => {
    if (!asksForPage(headers.accept)) return reply.type('text/plain; charset=utf-8').send(read('errors.md'));
    const words = wordsFor(headers['accept-language']);
    return sendPage(reply, await errorsPageIn(words), words);
  });
  scope.get('/openapi.json', options, apiDocument);
};

/** Makes the page of a language once. */
function inEachLanguage(make: (words: PageWords) => Promise<string>): (words: PageWords) => Promise<string> {
  const pages = new Map<string, Promise<string>>();
  return (words) => {
    const page = pages.get(words.language) ?? make(words);
    pages.set(words.language, page);
    return page;
  };
}

function read(file: string): string {
  return readFileSync(new URL(file, REFERENCE), 'utf8');
}
