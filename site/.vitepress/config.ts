/**
 * The site of the documentation: `npm run docs` writes it to `dist/docs`. A link that leads nowhere stops it.
 * `DOCS_SOURCE` says where people read files of the repository, such as https://git.example.org/docent/blob/main/.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { type DefaultTheme, defineConfig, type MarkdownOptions } from 'vitepress';
import { anchorOfText } from '../../scripts/markdown-anchors.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCE = process.env.DOCS_SOURCE;
/** Its headings and links are the menu. */
const CONTENTS = 'docs/README.md';

function menu(): DefaultTheme.SidebarItem[] {
  const sections = readFileSync(join(ROOT, CONTENTS), 'utf8').split(/^## /m).slice(1);
  return sections.map((section) => ({
    text: section.split('\n', 1)[0]!,
    items: [...section.matchAll(/\[([^\]]+)\]\(([^):]+\.md(?:#[^)]*)?)\)/g)].map(([, name, url]) => ({
      text: name!.replaceAll(/\s+/g, ' '),
      link: join('/', dirname(CONTENTS), url!),
    })),
  }));
}

function otherFolders(): string[] {
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.filter(({ name }) => name !== 'docs').map(({ name }) => `${name}/**`);
}

/** Whether a path from the root of the repository is one that the site has not. */
function isSource(path: string): boolean {
  return !/^(?:docs\/.+|[^/]+)\.md$/.test(path) && existsSync(join(ROOT, path));
}

/** Links to what is no page lead to the repository; without its address, they are no links. */
const linkToSource: MarkdownOptions['config'] = (markdown) => {
  markdown.core.ruler.push('link_to_source', ({ tokens, env }) => {
    const folder = dirname((env as { relativePath: string }).relativePath);
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const url = token.type === 'link_open' ? token.attrGet('href') : null;
      if (url === null || /^(?:[a-z]+:|#)/i.test(url)) continue;
      const path = normalize(join(folder, url.replace(/#.*/, '')));
      if (!isSource(path)) continue;
      if (SOURCE === undefined) token.attrs = token.attrs!.filter(([name]) => name !== 'href');
      else token.attrSet('href', SOURCE + path);
    }
  });
};

/** Pages lie outside of this folder, and do not find its packages. */
const { resolve } = createRequire(import.meta.url);
const OWN_PACKAGES = [
  { find: /^vue$/, replacement: resolve('vue/dist/vue.runtime.esm-bundler.js') },
  { find: /^vue\/server-renderer$/, replacement: resolve('vue/server-renderer') },
];

// biome-ignore lint/style/noDefaultExport: VitePress reads it
export default defineConfig({
  title: 'Docent',
  srcDir: ROOT,
  srcExclude: otherFolders(),
  outDir: join(ROOT, 'dist/docs'),
  cacheDir: join(ROOT, 'site/node_modules/.cache'),
  rewrites: { 'README.md': 'index.md', 'docs/README.md': 'docs/index.md' },
  ignoreDeadLinks: 'localhostLinks',
  vite: { resolve: { alias: OWN_PACKAGES } },
  markdown: { config: linkToSource, anchor: { slugify: anchorOfText } },
  themeConfig: { sidebar: menu(), search: { provider: 'local' }, outline: 'deep' },
});
