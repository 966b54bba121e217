import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { namedIn, namesEntityTag } from '../header-fields.ts';

const BUILT = new URL('../../../console/dist/', import.meta.url);
const PAGE = 'index.html';
const WIDGET = 'widget.js';
/** Draws pages of PDFs, framed by the page. */
const PDF_PAGE = 'pdf.html';

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

/** What the page loads on demand, by extension. */
const MEDIA_TYPES: Readonly<Record<string, string>> = { json: 'application/json' };

/**
 * The console: one self-contained page and what it loads on demand, read at start-up and compressed at its first use.
 * The page may run only its own scripts and styles, identified by their hashes, and talk only to this server.
 *
 * @param options.isQuoting Whether there is no language model; the page then offers nothing that needs one.
 */
export const consoleRoutes: FastifyPluginAsync<{ isQuoting: boolean }> = async (scope, { isQuoting }) => {
  const files = existsSync(BUILT) ? readdirSync(BUILT) : [];
  const built = files.includes(PAGE) ? readFileSync(new URL(PAGE, BUILT), 'utf8') : NOT_BUILT;
  const html = isQuoting ? built.replace('<html ', '<html data-answers="quoted" ') : built;
  serve(scope, '/', {
    bytes: Buffer.from(html),
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': contentSecurityPolicy(html) },
  });
  if (files.includes(PDF_PAGE)) {
    const bytes = readFileSync(new URL(PDF_PAGE, BUILT));
    const headers = {
      'content-security-policy': framePolicy(bytes.toString()),
      'x-frame-options': 'SAMEORIGIN',
    };
    serve(scope, `/console/${PDF_PAGE}`, { bytes, type: 'text/html; charset=utf-8', headers });
  }
  if (files.includes(WIDGET)) {
    const bytes = readFileSync(new URL(WIDGET, BUILT));
    // Pages of other origins load it; what it may ask for is up to `CORS_ORIGINS` and its key.
    const headers = { 'cross-origin-resource-policy': 'cross-origin' };
    serve(scope, `/${WIDGET}`, { bytes, type: 'text/javascript; charset=utf-8', headers });
  }
  for (const file of files) {
    const type = MEDIA_TYPES[file.slice(file.lastIndexOf('.') + 1)];
    if (type) serve(scope, `/console/${file}`, { bytes: readFileSync(new URL(file, BUILT)), type });
  }
};

interface StaticFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** In the best encoding that the client takes; nothing when the client has it. */
function serve(scope: FastifyInstance, url: string, { bytes, type, headers = {} }: StaticFile): void {
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

  scope.get(url, { schema: { hide: true } }, async (request, reply) => {
    const encoding = encodingFor(request.headers['accept-encoding']);
    const etag = `"${version}-${encoding}"`;
    const vary = [reply.raw.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ');
    reply.headers({ 'cache-control': 'no-cache', ...headers, etag, vary });
    if (namesEntityTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(type).send(await bodyIn(encoding));
  });
}

/**
 * The strictest policy for a page with inline scripts and styles. No text that its scripts make is ever parsed as
 * markup: without a trusted type, assigning to `innerHTML` throws.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export function contentSecurityPolicy(html: string): string {
  return policyOf(html, {
    'connect-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'frame-src': ["'self'"],
    'frame-ancestors': ["'none'"],
  });
}

/** The policy of a page that handles files of others: its own code, no origin, and no network. */
function framePolicy(html: string): string {
  return policyOf(
    html,
    {
      sandbox: ['allow-scripts'],
      'img-src': ['blob:', 'data:'],
      'font-src': ['blob:', 'data:'],
      'frame-ancestors': ["'self'"],
    },
    ["'wasm-unsafe-eval'"],
  );
}

/** The page's own scripts and styles, and nothing else but what is permitted. */
function policyOf(html: string, permitted: Directives, scripts: readonly string[] = []): string {
  const directives: Directives = {
    'default-src': ["'none'"],
    'script-src': [...sources(html, /<script\b[^>]*>([\s\S]*?)<\/script>/g), ...scripts],
    'style-src': sources(html, /<style\b[^>]*>([\s\S]*?)<\/style>/g),
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
    ...permitted,
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

type Directives = Readonly<Record<string, readonly string[]>>;

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
