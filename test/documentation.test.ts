import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import MarkdownIt, { type Token } from 'markdown-it';
import { anchorOf } from '../scripts/markdown-anchors.ts';

const ROOT = new URL('../', import.meta.url).pathname;
const PAGES = globSync(['*.md', 'docs/**/*.md', 'quality/README.md', 'quality/*/README.md'], { cwd: ROOT });

describe('the documentation', () => {
  it('links to files and headings that exist', () => {
    const broken = PAGES.flatMap((page) =>
      linksOf(page)
        .filter((url) => !/^(https?:|mailto:)/.test(url))
        .filter((url) => !isThere(page, url))
        .map((url) => `${page}: ${url}`),
    );
    assert.deepEqual(broken, []);
  });

  it('is reachable from the README', () => {
    const reached = new Set<string>();
    const visit = (page: string) => {
      if (reached.has(page) || !PAGES.includes(page)) return;
      reached.add(page);
      for (const url of linksOf(page)) visit(normalize(join(dirname(page), url.split('#')[0]!)));
    };
    visit('README.md');
    const pages = PAGES.filter((page) => page.startsWith('docs/') && !page.startsWith('docs/decisions/'));
    assert.deepEqual(
      pages.filter((page) => !reached.has(page)),
      [],
    );
  });

  it('is in the image as far as the server reads it, as are the messages of the console', () => {
    const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
    const ignore = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
    const read = globSync('src/**/*.ts', { cwd: ROOT })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) =>
        [
          ...readFileSync(join(ROOT, file), 'utf8').matchAll(
            /new URL\('([./]+(?:docs|console)\/[^']+?)\/?'/g,
          ),
        ].map((match) => normalize(join(dirname(file), match[1]!))),
      );
    assert.ok(read.length > 0);
    for (const file of read) {
      assert.ok(dockerfile.includes(`/docent/${file} ${file}`), `Dockerfile copies ${file}`);
      const isLetThrough = (rule: string) =>
        `${rule}/`.startsWith(`!${file}/`) || `!${file}`.startsWith(`${rule}/`);
      assert.ok(ignore.some(isLetThrough), `.dockerignore lets ${file} through`);
    }
  });
});

function isThere(page: string, url: string): boolean {
  const [path = '', heading] = url.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(ROOT, file))) return false;
  return heading === undefined || !file.endsWith('.md') || anchorsOf(file).has(heading);
}

/** The fragments that GitHub gives the headings of a page, and the anchors that it sets itself. */
function anchorsOf(page: string): Set<string> {
  const own = [...read(page).matchAll(/<a id="(\w+)">/g)].map((match) => match[1]!);
  const headings = tokensOf(page)
    .filter((_, index, tokens) => tokens[index - 1]?.type === 'heading_open')
    .map(anchorOf);
  return new Set([...own, ...headings]);
}

function linksOf(page: string): string[] {
  return tokensOf(page)
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) =>
      (token.attrs ?? []).flatMap(([name, value]) => (/^(?:href|src)$/.test(name) ? String(value) : [])),
    );
}

/** Of its blocks; texts have tokens of their own. */
function tokensOf(page: string): Token[] {
  return new MarkdownIt({ html: true }).parse(read(page), {});
}

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}
