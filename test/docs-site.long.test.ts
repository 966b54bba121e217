import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from './temporary-folder.ts';

const ROOT = new URL('../', import.meta.url).pathname;

test('the site of the documentation is built by one command, with every page and a search', {
  skip: missing(),
  timeout: 600_000,
}, async () => {
  const out = join(temporaryFolder(), 'docs');
  // A link that leads nowhere ends it with an error.
  await promisify(execFile)('npm', ['run', 'docs', '--', '--outDir', out], { cwd: ROOT });
  const pages = globSync('**/*.html', { cwd: out });
  const missing = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })
    .map((page) => page.replace(/README\.md$/, 'index.md').replace(/md$/, 'html'))
    .filter((page) => !pages.includes(page));
  assert.deepEqual(missing, []);
  assert.match(readFileSync(join(out, 'docs/reference/errors.html'), 'utf8'), /<a id="invalid_api_key">/);
  const [index] = globSync('assets/chunks/@localSearchIndexroot*.js', { cwd: out });
  assert.match(readFileSync(join(out, index!), 'utf8'), /how-to\/ingest-folders\.html#watch/);
});

function missing(): string | false {
  try {
    execFileSync('npm', ['ping'], { cwd: ROOT, stdio: 'ignore', timeout: 30_000 });
    return false;
  } catch {
    const why = 'the registry of npm, which has VitePress, cannot be reached';
    process.stderr.write(`SKIPPED: the site of the documentation. ${why}\n`);
    return why;
  }
}
