import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const ROOT = new URL('./', import.meta.url).pathname;
const SOURCES = globSync('**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !/^dist\/|\.test\.ts$/.test(file));
const PAGE_BYTES_MAX = 150_000;

/** What each folder may import besides itself. The files beside the folders are the kernel and the assembly. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  api: ['store.ts', 'messages.ts'],
  components: ['api', 'pdf', 'store.ts', 'messages.ts'],
  shell: ['api', 'components', 'store.ts', 'router.ts', 'theme.ts', 'messages.ts', 'views'],
  views: ['api', 'components', 'store.ts', 'router.ts', 'theme.ts', 'messages.ts'],
};

test('the console imports one way, and nothing of the server', () => {
  const wrong = SOURCES.flatMap((file) =>
    [...read(file).matchAll(/from '(\.[^']+)'/g)]
      .map(([, path]) => normalize(join(dirname(file), path!)))
      .filter((target) => target.startsWith('..') || !mayImport(file, target))
      .map((target) => `${file} imports ${target}`),
  );
  assert.deepEqual(wrong, []);
});

test('nothing is ever read as markup', () => {
  const banned =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|\beval\(|new Function/i;
  assert.deepEqual(
    SOURCES.filter((file) => banned.test(read(file))),
    [],
  );
});

test('a file of the console stays one idea: at most 300 lines', () => {
  assert.deepEqual(
    SOURCES.filter((file) => read(file).split('\n').length > 301),
    [],
  );
});

test('the page is one small file that asks for nothing else at first', { skip: notBuilt() }, () => {
  const html = read('dist/index.html');
  const compressed = gzipSync(html).length;
  assert.ok(compressed <= PAGE_BYTES_MAX, `${compressed} bytes`);
  const [script] = elements(html, 'script');
  const [style] = elements(html, 'style');
  assert.deepEqual([elements(html, 'script').length, elements(html, 'style').length], [1, 1]);
  const markup = html.replace(script!, () => '').replace(style!, () => '');
  // Not by assert.match, which would print all of it.
  assert.ok(!/(src|href)="(?!data:)/.test(markup));
  assert.ok(!/@import|url\(/.test(style!));
  assert.ok(!/sourceMappingURL/.test(html));
});

function elements(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`<${name}\\b[^>]*>([\\s\\S]*?)</${name}>`, 'g'))].map(
    (match) => match[1]!,
  );
}

function mayImport(file: string, target: string): boolean {
  const [from, to] = [file.split('/')[0]!, target.split('/')[0]!];
  return from === to || !(from in ALLOWED) || ALLOWED[from]!.includes(to);
}

function notBuilt(): string | false {
  return existsSync(join(ROOT, 'dist/index.html')) ? false : 'THE CONSOLE IS NOT BUILT: npm run build';
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
