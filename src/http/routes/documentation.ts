import { readFileSync } from 'node:fs';
import type { FastifyPluginAsync } from 'fastify';
import { asksForPage } from '../header-fields.ts';
import { sendPage } from '../html-page.ts';
import { type PageWords, wordsFor } from '../page-words.ts';
import type { ApiDocument } from './api-page.ts';

const REFERENCE = new URL('../../../docs/reference/', import.meta.url);

/** The API document, a page to read it, and the pages that the `type` of a problem links to. */
export const documentationRoutes: FastifyPluginAsync = async (scope) => {
  // What makes pages is loaded for the first reader.
  const apiPageIn = inEachLanguage(async (words) =>
    (await import('./api-page.ts')).apiPage(scope.swagger() as ApiDocument, words),
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
  scope.get('/openapi.json', options, async () => scope.swagger());
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
