import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyPluginAsync } from 'fastify';
import { namedIn, namesEntityTag } from '../header-fields.ts';

const PAGE = new URL('../../../console/dist/index.html', import.meta.url);

/** Shown at `/` when the page was not built. */
const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Docent</title></head>
<body>
<h1>The console is not built</h1>
<p>Docent runs, and its <a href="/docs">API</a> answers. To have its pages as well, run
<code>npm ci &amp;&amp; npm run build</code> in its folder and start it again.</p>
</body>
</html>
`;

const compress = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: GZIP_LEVEL }),
} as const;
/** Higher levels take ten times as long for 1 % less. */
const BROTLI_QUALITY = 6;
const GZIP_LEVEL = 9;

type Encoding = keyof typeof compress | 'identity';

/**
 * The console: one self-contained page, read at start-up and compressed at its first use. It may run only its own
 * scripts and styles, identified by their hashes, and talk only to this server.
 *
 * @param options.isQuoting Whether there is no language model; the page then offers nothing that needs one.
 */
export const consoleRoutes: FastifyPluginAsync<{ isQuoting: boolean }> = async (scope, { isQuoting }) => {
  const built = readPage() ?? NOT_BUILT;
  const html = isQuoting ? built.replace('<html ', '<html data-answers="quoted" ') : built;
  const policy = contentSecurityPolicy(html);
  const bytes = Buffer.from(html);
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const bodies = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(bytes)]]);

  function bodyIn(encoding: Encoding): Promise<Buffer> {
    let body = bodies.get(encoding);
    if (!body && encoding !== 'identity') {
      body = compress[encoding](bytes);
      bodies.set(encoding, body);
    }
    return body!;
  }

  scope.get('/', { schema: { hide: true } }, async (request, reply) => {
    const encoding = encodingFor(request.headers['accept-encoding']);
    const etag = `"${version}-${encoding}"`;
    const varies = [reply.raw.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ');
    reply.headers({
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      etag,
      vary: varies,
    });
    if (namesEntityTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(await bodyIn(encoding));
  });
};

function readPage(): string | undefined {
  try {
    return readFileSync(PAGE, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The strictest policy for a page with inline scripts and styles. No text that its scripts make is ever parsed as
 * markup: without a trusted type, assigning to `innerHTML` throws.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export function contentSecurityPolicy(html: string): string {
  const directives = {
    'default-src': ["'none'"],
    'script-src': sources(html, /<script\b[^>]*>([\s\S]*?)<\/script>/g),
    'style-src': sources(html, /<style\b[^>]*>([\s\S]*?)<\/style>/g),
    'connect-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

function sources(html: string, element: RegExp): string[] {
  const hashes = [...html.matchAll(element)].map(([, text]) => {
    return `'sha256-${createHash('sha256').update(text!).digest('base64')}'`;
  });
  return hashes.length === 0 ? ["'none'"] : hashes;
}

/** The best available encoding that the client accepts (RFC 9110, 12.5.3). */
export function encodingFor(accepted: string | undefined): Encoding {
  const taken = namedIn(accepted);
  const isTaken = (coding: string) => taken.get(coding) ?? taken.get('*') ?? false;
  return isTaken('br') ? 'br' : isTaken('gzip') ? 'gzip' : 'identity';
}
