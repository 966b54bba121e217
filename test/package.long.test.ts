import assert from 'node:assert/strict';
import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

const ROOT = new URL('../', import.meta.url).pathname;
const VERSION = '9.8.7';
/** Of nobody: files of the installation belong to somebody else. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The packages as npm installs them, in a folder of their own, run from another one by another user. */
describe('the packed packages', { timeout: 600_000 }, () => {
  const folder = temporaryFolder();
  const installed = join(folder, 'installed');
  const work = join(folder, 'work');
  const program = join(installed, 'node_modules/.bin/docent');
  const options = { cwd: work, env: { PATH: process.env.PATH, HOME: work, PORT: '0' }, ...OTHER_USER };
  let release: string;
  let files: string[];
  let server: ReturnType<typeof start>;
  let url: string;

  before(async () => {
    for (const path of [installed, work]) mkdirSync(path);
    chmodSync(folder, 0o755);
    if (OTHER_USER.uid) chownSync(work, OTHER_USER.uid, OTHER_USER.gid);
    // The copy takes its packages from here, and with them the client.
    node(ROOT, 'client/write-types.ts');
    const source = copyOfSource(join(folder, 'source'));
    node(source, 'scripts/release.ts', VERSION);
    release = join(source, 'dist/release');
    const archives = readdirSync(release).filter((name) => name.endsWith('.tgz'));
    files = archives.flatMap((name) => run('tar', 'tzf', join(release, name)).trim().split('\n'));
    writeFileSync(join(installed, 'package.json'), '{"private":true,"type":"module"}');
    const paths = archives.map((name) => join(release, name));
    run(
      'npm',
      'install',
      '--prefix',
      installed,
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      ...paths,
    );
    server = start(program, []);
    await until(
      () => /Docent answers at (http:\S+)/.test(server.output.text),
      () => server.output.text,
    );
    url = /Docent answers at (http:\S+)/.exec(server.output.text)![1]!;
  });
  after(async () => {
    server?.child.kill('SIGTERM');
    await server?.closed;
  });

  function start(command: string, args: readonly string[], more: SpawnOptions = {}) {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], ...more });
    const output = { text: '' };
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (bytes) => {
        output.text += bytes;
      });
    return { child, output, closed: once(child, 'close') };
  }

  async function runAsUser(
    command: string,
    args: readonly string[],
    more: SpawnOptions = {},
  ): Promise<string> {
    const { child, output, closed } = start(command, args, more);
    await closed;
    assert.equal(child.exitCode, 0, output.text);
    return output.text;
  }

  it('hold JavaScript, and no tests', () => {
    assert.deepEqual(
      files.filter((file) => /(?<!\.d)\.ts$|\.test\.|golden-prompts/.test(file)),
      [],
    );
  });

  it('have a page with commands that they have', () => {
    const page = readFileSync(join(installed, 'node_modules/@docent-server/docent/README.md'), 'utf8');
    assert.match(page, /^# Docent\n[\s\S]*\ndocent ask "/);
    assert.doesNotMatch(page, /npm|\]\(docs/);
  });

  it('come with a list of what is in them, and checksums', () => {
    const list = JSON.parse(readFileSync(join(release, `docent-${VERSION}.cdx.json`), 'utf8'));
    assert.equal(list.bomFormat, 'CycloneDX');
    const names = list.components.map(({ name }: { name: string }) => name);
    assert.ok(names.includes('fastify') && !names.includes('vite'));
    run('sh', '-c', `cd ${release} && sha256sum --check --quiet SHA256SUMS`);
  });

  it('know their version', async () => {
    assert.equal(await runAsUser(program, ['--version']), `${VERSION}\n`);
  });

  it('answer from a file that was ingested', async () => {
    writeFileSync(join(work, 'prices.md'), 'A family ticket costs 24 euros.');
    assert.match(
      await runAsUser(program, ['ingest', 'prices.md', '--url', url]),
      /^done {5}prices\.md: 1 passage/,
    );
    const answer = await runAsUser(program, ['ask', 'What does a family ticket cost?', '--url', url]);
    assert.match(answer, /^A family ticket costs 24 euros\. \[1\]\n/);
    assert.match(await runAsUser(program, ['doctor']), /^ok +Node 24\./);
  });

  it('serve the console and the explanations of errors', async () => {
    const page = async (path: string) =>
      (await fetch(url + path, { headers: { accept: 'text/html' } })).text();
    assert.match(await page('/'), /^<!doctype html>/i);
    assert.match(await page('/docs/errors'), /document_not_found/);
  });

  it('have a client with types, for other programs', async () => {
    const code = `import { createClient } from '@docent-server/client';
      const docent = createClient({ url: '${url}' });
      for await (const event of docent.ask('What does a family ticket cost?'))
        if (event.type === 'done') console.log(event.reply.sources.length + 1);`;
    const flags = ['--input-type=module', '-e', code];
    assert.equal(await runAsUser(process.execPath, flags, { cwd: installed }), '2\n');
    writeFileSync(join(installed, 'program.ts'), code);
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', ''];
    await runAsUser(tsc, [...strict, '--lib', 'es2024,dom', 'program.ts'], {
      cwd: installed,
      uid: undefined,
    });
  });

  it('leave nothing in the folder of the installation', () => {
    assert.deepEqual(readdirSync(installed).sort(), [
      'node_modules',
      'package-lock.json',
      'package.json',
      'program.ts',
    ]);
  });
});

/** A repository of what is here, changed or not, as a release needs one without changes. */
function copyOfSource(folder: string): string {
  const listed = run('git', '-C', ROOT, 'ls-files', '--cached', '--others', '--exclude-standard', '-z');
  for (const file of new Set(
    listed.split('\0').filter((name) => existsSync(join(ROOT, name)) && name !== ''),
  )) {
    if (/^(quality|bench)\//.test(file)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  for (const modules of ['node_modules', 'client/node_modules'])
    if (existsSync(join(ROOT, modules))) symlinkSync(join(ROOT, modules), join(folder, modules));
  const changelog = join(folder, 'CHANGELOG.md');
  writeFileSync(changelog, `# Changelog\n\n## ${VERSION} (unreleased)\n\n- It is packed.\n`);
  const git = (...args: string[]) =>
    run('git', '-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@x', ...args);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Copy');
  return folder;
}

function node(cwd: string, ...args: string[]): void {
  execFileSync(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
