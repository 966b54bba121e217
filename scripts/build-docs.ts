/**
 * `npm run docs`: writes the documentation as a static site to `dist/docs`, which any web server can serve, or a browser
 * can open from the disk.
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import MarkdownIt, { type Token } from 'markdown-it';
import { anchorOf, textOf } from './markdown-anchors.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, 'dist/docs') },
    // Where people read files of the repository, such as https://git.example.org/docent/blob/main/.
    source: { type: 'string' },
  },
});
const OUT = values.out;

/** The pages by their path in the repository; the first is the start. */
const PAGES = ['README.md', ...globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).sort()].filter(
  (page, place, all) => all.indexOf(page) === place,
);
/** What the menu lists, by the headings of docs/README.md. */
const MENU = 'docs/README.md';

/** The colours and type of the console. */
const STYLE = ['console/styles/tokens.css', 'scripts/docs.css'].map(read).join('');

const markdown = new MarkdownIt({ html: true, linkify: false });

rmSync(OUT, { recursive: true, force: true });
for (const page of PAGES) {
  const tokens = markdown.parse(read(page), {});
  for (const [place, token] of tokens.entries())
    if (token.type === 'heading_open') token.attrSet('id', anchorOf(tokens[place + 1]!));
  eachLink(tokens, (url) => linkIn(url, { from: page }));
  const title = textOf(tokens.find((_, place) => tokens[place - 1]?.type === 'heading_open')!);
  write(
    placeOf(page),
    shell({ page, title, menu: menuFor(page), body: markdown.renderer.render(tokens, markdown.options, {}) }),
  );
}
cpSync(join(ROOT, 'docs/images'), join(OUT, 'docs/images'), { recursive: true });
cpSync(join(ROOT, 'docs/reference/openapi.json'), join(OUT, 'docs/reference/openapi.json'));
process.stdout.write(`${PAGES.length} pages: open ${join(OUT, 'index.html')}\n`);

function placeOf(page: string): string {
  return page === 'README.md'
    ? 'index.html'
    : page.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html');
}

/** A link as it must be on the site; undefined when it leads to code, which the site does not have. */
function linkIn(url: string, { from }: { from: string }): string | undefined {
  if (/^(?:[a-z]+:|#)/i.test(url)) return url;
  const [path = '', fragment] = url.split('#');
  const target = normalize(join(dirname(from), path)).replace(/\/$/, '');
  const end = fragment === undefined ? '' : `#${fragment}`;
  if (PAGES.includes(target)) return relative(dirname(placeOf(from)) || '.', placeOf(target)) + end;
  if (/^docs\/(?:images\/|reference\/openapi\.json)/.test(target)) return url;
  // Code is not part of the site.
  return values.source && values.source + target + end;
}

function eachLink(tokens: readonly Token[], change: (url: string) => string | undefined): void {
  for (const token of tokens) {
    for (const name of ['href', 'src']) {
      const url = token.attrGet(name);
      if (url === null) continue;
      const changed = change(String(url));
      if (changed === undefined) token.attrs = token.attrs!.filter(([attribute]) => attribute !== name);
      else token.attrSet(name, changed);
    }
    eachLink(token.children ?? [], change);
  }
}

function menuFor(page: string): string {
  const tokens = markdown.parse(read(MENU), {}).slice(3);
  eachLink(tokens, (url) => {
    if (/^[a-z]+:/i.test(url)) return url;
    const [path = '', fragment] = url.split('#');
    const target = normalize(join(dirname(MENU), path));
    return linkIn(relative(dirname(page), target) + (fragment === undefined ? '' : `#${fragment}`), {
      from: page,
    });
  });
  return markdown.renderer.render(tokens, markdown.options, {});
}

function shell(of: { page: string; title: string; menu: string; body: string }): string {
  const home = relative(dirname(placeOf(of.page)) || '.', 'index.html');
  const escaped = markdown.utils.escapeHtml(of.title);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped} – Docent</title>
<style>${STYLE}</style>
<header><a href="${home}">Docent</a> <a class="contents" href="#contents">Contents</a></header>
<main>
${of.body}</main>
<nav class="menu" id="contents">${of.menu}</nav>
</html>
`;
}

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(OUT, path)), { recursive: true });
  writeFileSync(join(OUT, path), text);
}
