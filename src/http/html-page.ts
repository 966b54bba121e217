import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { PageWords } from './page-words.ts';
import { SECURITY_HEADERS } from './requests/security-headers.ts';

/** The console's colours and fonts (`console/styles/tokens.css`). */
const STYLE = `:root { color-scheme: light dark; --paper: light-dark(#faf8f3, #171613); --sunken: light-dark(#f1ede4, #100f0d);
  --line: light-dark(#e2dbcd, #38332b); --ink: light-dark(#221e18, #efe9dd); --ink-soft: light-dark(#5f574b, #b5ab9b);
  --accent: light-dark(#0d5c54, #83d0c3); --mark: light-dark(#fde9a9, #6a5312); --on-mark: light-dark(#2a2208, #fff6d8);
  --serif: ui-serif, "Iowan Old Style", "Palatino Linotype", Palatino, Charter, "Noto Serif", Georgia, serif;
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --mono: ui-monospace, "Cascadia Code", "SF Mono", Menlo, Consolas, "Noto Sans Mono", monospace; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 var(--sans); }
header { padding: 0.75rem 1.25rem; border-bottom: 1px solid var(--line); }
header a { color: inherit; font: 600 1.375rem/1 var(--serif); text-decoration: none; }
header a::after { content: "."; color: var(--accent); }
main { max-width: 68rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; overflow-wrap: anywhere; }
main > p { max-width: 42rem; }
h1 { margin: 0 0 0.75rem; font: 600 2rem/1.2 var(--serif); }
h2 { margin: 2.5rem 0 0.75rem; font: 600 1.375rem var(--serif); }
a { color: var(--accent); }
.links { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin: 1.75rem 0; }
.aside { color: var(--ink-soft); font-size: 0.8125rem; }
code { font: 0.875em var(--mono); }
pre, .table { border: 1px solid var(--line); border-radius: 0.625rem; }
.table { overflow-x: auto; }
pre { padding: 1rem; background: var(--sunken); white-space: pre-wrap; }
table { border-collapse: collapse; font-size: 0.9375rem; overflow-wrap: normal; }
td:first-child code { white-space: nowrap; }
th, td { padding: 0.5rem 0.75rem; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
tr:has(:target) { background: var(--mark); color: var(--on-mark); }
.operation { margin: 0.5rem 0; padding: 0 1rem; border: 1px solid var(--line); border-radius: 0.625rem; max-width: none; }
.operation[open] { padding-bottom: 1rem; }
.operation:target { border-color: var(--accent); }
.operation .table { margin: 0.75rem 0; }
summary { padding: 0.625rem 0; cursor: pointer; }
summary span { color: var(--ink-soft); font-size: 0.9375rem; }
.method { display: inline-block; min-width: 4rem; color: var(--accent); font-weight: 600; }
:target { scroll-margin-top: 6rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }`;

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%230d5c54'/%3E%3Cpath d='M11 8v16h4.5c5 0 7.5-3 7.5-8s-2.5-8-7.5-8z' fill='none' stroke='%23fbf9f4' stroke-width='2.6'/%3E%3C/svg%3E";

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Of every page made here: nothing but its own style and icon is loaded, and no script runs. */
const HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `${SECURITY_HEADERS['content-security-policy']}; style-src 'sha256-${STYLE_HASH}'; img-src data:`,
};

/** Sends a page in the language of its reader, to a browser that opens a URL of the API. */
export function sendPage(reply: FastifyReply, html: string, { language }: PageWords): FastifyReply {
  reply.raw.appendHeader('vary', 'Accept, Accept-Language');
  return reply.headers({ ...HEADERS, 'content-language': language }).send(html);
}

/**
 * A page without scripts.
 *
 * @param page.title Plain text. `main`: markup in which all text from elsewhere is escaped.
 */
export function htmlPage({ title, main }: { title: string; main: string }, { language }: PageWords): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf8f3">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#171613">
<title>${escaped(title)} · Docent</title>
<link rel="icon" href="${ICON}">
<style>${STYLE}</style>
</head>
<body>
<header><a href="/">Docent</a></header>
<main>
${main}
</main>
</body>
</html>
`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for an element or a quoted attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}
