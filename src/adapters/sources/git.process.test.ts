import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { inEnglish } from '../../kernel/said.ts';
import { SourceFailure } from '../../ports/source-driver.ts';
import type { SourceSettings } from '../../ports/source-store.ts';
import { createGuardedFetch } from '../fetching/guarded-fetch.ts';
import { createGitSource } from './git.ts';

const OPTIONS = { revision: null, itemsMax: 100, signal: new AbortController().signal };
const web = createGuardedFetch({ allowedHosts: ['*'] });

function at(location: string, branch: string | null = null): SourceSettings {
  return { ...{ name: 'n', kind: 'git', location, branch }, ...{ include: [], tags: [], intervalMs: null } };
}

/** A repository with two branches, and a driver that may read it. */
function openStand() {
  const root = realpathSync(temporaryFolder());
  const folder = temporaryFolder();
  const repository = join(root, 'handbook');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
      cwd: repository,
    });
  mkdirSync(join(repository, 'guide/.hidden'), { recursive: true });
  git('init', '--quiet', '--initial-branch=main');
  const commit = (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(repository, name), text);
    git('add', '--all');
    git('commit', '--quiet', '--message=x');
  };
  commit({ 'a.md': 'one', 'guide/Größe (1).md': 'two', 'guide/.hidden/c.md': 'three' });
  symlinkSync('/etc/passwd', join(repository, 'passwd.txt'));
  commit({ '.gitattributes': '*.md filter=evil' });
  git('branch', 'old');
  commit({ 'a.md': 'changed' });
  // As the default of DATA_DIR, its path is relative.
  const clones = relative('', folder);
  const driver = createGitSource({ web, roots: [root], folder: clones, credentials: new Map() });
  return { repository, folder, driver, commit };
}

async function textsOf(listing: Awaited<ReturnType<ReturnType<typeof createGitSource>['list']>>) {
  const texts: Record<string, string> = {};
  for (const item of listing.items) {
    await using opened = await item.open(null, OPTIONS);
    texts[item.key] = Buffer.concat(await Array.fromAsync(opened!.body)).toString();
    assert.equal(await item.open(opened!.mark, OPTIONS), undefined);
  }
  return texts;
}

describe('a Git repository as a source', () => {
  it('gives the plain files of its default branch, or of another', async () => {
    const { repository, driver, folder } = openStand();
    {
      await using listing = await driver.list(at(repository), OPTIONS);
      assert.deepEqual(await textsOf(listing), { 'a.md': 'changed', 'guide/Größe (1).md': 'two' });
      await using old = await driver.list(at(repository, 'old'), OPTIONS);
      assert.equal((await textsOf(old))['a.md'], 'one');
    }
    assert.deepEqual(readdirSync(folder), [], 'clones go away with their listing');
  });

  it('is not cloned while its branch has not changed', async () => {
    const { repository, driver, commit } = openStand();
    await using first = await driver.list(at(repository), OPTIONS);
    await using same = await driver.list(at(repository), { ...OPTIONS, revision: first.revision });
    assert.deepEqual([same.isUnchanged, same.items], [true, []]);
    commit({ 'b.md': 'new' });
    await using next = await driver.list(at(repository), { ...OPTIONS, revision: first.revision });
    assert.equal(next.items.length, 3);
  });

  it('fails when there is no such branch or repository, and leaves nothing behind', async () => {
    const { repository, driver, folder } = openStand();
    await assert.rejects(() => driver.list(at(repository, 'none'), OPTIONS), /There is no branch none/);
    await assert.rejects(() => driver.list(at(join(repository, 'none')), OPTIONS), SourceFailure);
    await assert.rejects(() => driver.list(at(repository), { ...OPTIONS, itemsMax: 1 }), /more than 1/);
    await assert.rejects(
      () => driver.list(at(repository), { ...OPTIONS, signal: AbortSignal.abort(new Error('stopped')) }),
      /stopped/,
    );
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is refused where it may not be, and where a name could be an option', () => {
    const { repository, driver } = openStand();
    for (const location of [
      'ext::sh -c id',
      'http://git.example.org/a.git',
      'https://127.0.0.1/a.git',
      'https://gitlab.internal/a.git',
      'https://user:password@git.example.org/a.git',
      '--upload-pack=id',
      '/etc',
    ])
      assert.ok(driver.vet(at(location)) !== undefined, location);
    for (const location of ['ssh://git@git.example.org/a.git', 'git@git.example.org:a.git'])
      assert.match(inEnglish(driver.vet(at(location))!), /SSH is not supported: .*GIT_CREDENTIALS/);
    assert.equal(driver.vet(at('https://git.example.org/a.git')), undefined);
    for (const branch of ['--help', 'a..b', 'a b', 'x.lock', '@{u}', '-'])
      assert.ok(driver.vet(at(repository, branch)) !== undefined, branch);
    assert.equal(driver.vet(at(repository, 'release/1.2')), undefined);
  });

  it('is fetched from the checked addresses alone, signed in, and without following redirects', async () => {
    const { repository } = openStand();
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.headers.authorization ?? '-'} ${request.url}`);
      if (request.url!.startsWith('/moved')) {
        response.writeHead(302, { location: request.url!.replace('/moved', '/handbook') }).end();
        return;
      }
      const [path, query = ''] = request.url!.split('?');
      const backend = spawn('git', ['http-backend'], {
        env: {
          ...{ PATH: process.env.PATH, GIT_PROJECT_ROOT: join(repository, '..'), GIT_HTTP_EXPORT_ALL: '1' },
          ...{ PATH_INFO: path, QUERY_STRING: query, REQUEST_METHOD: request.method },
          CONTENT_TYPE: request.headers['content-type'] ?? '',
          GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        },
      });
      request.pipe(backend.stdin);
      const chunks: Buffer[] = [];
      backend.stdout
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const output = Buffer.concat(chunks);
          const end = output.indexOf('\r\n\r\n');
          const type = /Content-Type: (.*)/i.exec(output.subarray(0, end).toString())?.[1]?.trim();
          response.setHeader('content-type', type ?? 'text/plain').end(output.subarray(end + 4));
        });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    try {
      const fetching = createGuardedFetch({
        allowedHosts: ['git.example.org'],
        lookup: async () => [{ address: '127.0.0.1', family: 4 }],
        allowAddress: () => true,
      });
      const driver = createGitSource({
        web: fetching,
        ...{ roots: [], folder: temporaryFolder(), scheme: 'http' },
        credentials: new Map([[`git.example.org:${port}`, 'reader:t0ken']]),
      });
      const url = `http://git.example.org:${port}`;
      await using listing = await driver.list(at(`${url}/handbook/.git`), OPTIONS);
      assert.deepEqual(Object.keys(await textsOf(listing)), ['a.md', 'guide/Größe (1).md']);
      const signedIn = `Basic ${Buffer.from('reader:t0ken').toString('base64')}`;
      assert.ok(seen.length > 0 && seen.every((line) => line.startsWith(signedIn)), seen.join('\n'));
      await assert.rejects(() => driver.list(at(`${url}/moved/.git`), OPTIONS), SourceFailure);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
