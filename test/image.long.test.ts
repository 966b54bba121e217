import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, matchesGlob, resolve } from 'node:path';
import { before, describe, it } from 'node:test';
import { type Copy, DockerfileParser, type From, type Instruction } from 'dockerfile-ast';
import { createApiClient } from '../scripts/api-client.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { freePort } from './test-servers.ts';
import { until } from './until.ts';

/**
 * The image without an engine: each step of the Dockerfile is done in a fresh folder for its stage, by an unprivileged
 * user. The base image is played by the Node that runs the tests.
 */

const ROOT = new URL('../', import.meta.url).pathname;
const USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const OWNER = `${USER.uid ?? process.getuid?.()}:${USER.gid ?? process.getgid?.()}`;
const LAYERS_MB_MAX = 250;

/** What a container is run with. */
interface Image {
  /** Folder that plays its root. */
  root: string;
  workdir: string;
  user: string;
  env: Record<string, string>;
  healthcheck: string[];
  entrypoint: string[];
}

describe('the image', {
  timeout: 900_000,
  skip: process.platform === 'win32',
}, () => {
  const folder = temporaryFolder();
  let image: Image;
  before(() => {
    chmodSync(folder, 0o755);
    image = built(folder);
  });

  it('has layers of at most 250 MB on its base, and one Node', () => {
    const bytes = bytesIn(image.root);
    assert.ok(bytes <= LAYERS_MB_MAX * 1e6, `${Math.round(bytes / 1e6)} MB`);
    const packages = readdirSync(join(image.root, image.workdir, 'node_modules'));
    assert.deepEqual(
      packages.filter((name) => name.startsWith('node-') || name === 'vite'),
      [],
    );
  });

  it('answers with a read-only root as an unprivileged user, is healthy, and stops on SIGTERM', async () => {
    assert.equal(image.user, 'node');
    const { root, workdir, entrypoint } = image;
    const env = {
      ...Object.fromEntries(Object.entries(image.env).map(([name, value]) => [name, placed(value, root)])),
      ...{ PATH: pathOfNode(), PORT: String(await freePort()), API_KEY: 'secret' },
    };
    execFileSync('chmod', ['-R', 'a-w', join(root, workdir)]);
    const options = { cwd: join(root, workdir), env, ...USER };
    const [program, ...args] = entrypoint;
    const container = spawn(program!, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(container, 'exit');
    let output = '';
    for (const stream of [container.stdout!, container.stderr!])
      stream.on('data', (bytes) => {
        output += bytes;
      });
    try {
      const [check, ...checked] = image.healthcheck;
      const isHealthy = async () =>
        (await once(spawn(check!, checked, options), 'exit'))[0] === 0 || container.exitCode !== null;
      await until(isHealthy, () => output);
      const client = createApiClient(`http://127.0.0.1:${env.PORT}`, { apiKey: 'secret' });
      await client.upload('prices.md', Buffer.from('A family ticket costs 24 euros.'));
      await client.settled(60_000);
      assert.match((await client.ask('What does a family ticket cost?')).answer, /24 euros/);
      const headers = { accept: 'text/html', 'accept-language': 'de' };
      assert.match(await (await client.request('/docs/errors', { headers })).text(), /lang="de"/);
      assert.ok(statSync(join(root, 'data/docent.db')).size > 0);
    } finally {
      container.kill('SIGTERM');
    }
    assert.deepEqual(await ended, [0, null], output);
  });
});

/** Does what the Dockerfile says, stage by stage. */
function built(folder: string): Image {
  const stages = new Map<string, Image>();
  let image: Image | undefined;
  for (const instruction of DockerfileParser.parse(read('Dockerfile')).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const name = (instruction as From).getBuildStage() ?? `stage-${stages.size}`;
      image = { ...NOTHING, root: join(folder, name) };
      stages.set(name, image);
      mkdirSync(image.root);
      if (USER.uid) chownSync(image.root, USER.uid, USER.gid);
    } else step(instruction, image!, stages);
  }
  return image!;
}

const NOTHING = { root: '', workdir: '/', user: 'root', env: {}, healthcheck: [], entrypoint: [] };

function step(instruction: Instruction, image: Image, stages: ReadonlyMap<string, Image>): void {
  const said = instruction.getArgumentsContent()!;
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      image.workdir = said;
      run(`mkdir -p ${join(image.root, said)}`, { ...image, workdir: '/' });
      return;
    case 'COPY': {
      const from = (instruction as Copy).getFromFlag()?.getValue();
      const paths = said.split(/\s+/);
      const target = paths.pop()!;
      for (const path of paths)
        if (from) copy(join(stages.get(from)!.root, path), target, image);
        else
          for (const file of contextFiles(path)) copy(join(ROOT, file), targetOf(file, path, target), image);
      if (USER.uid) execFileSync('chown', ['-R', OWNER, join(image.root, image.workdir)]);
      return;
    }
    case 'RUN':
      run(placed(said, image.root).replaceAll('node:node', OWNER), image);
      return;
    case 'USER':
      image.user = said;
      return;
    case 'ENV':
      image.env = Object.fromEntries(said.split(/\s+/).map((each) => each.split('=') as [string, string]));
      return;
    case 'HEALTHCHECK':
      image.healthcheck = JSON.parse(said.slice(said.indexOf('[')));
      return;
    case 'ENTRYPOINT':
      image.entrypoint = JSON.parse(said);
      return;
    case 'VOLUME':
    case 'EXPOSE':
      return;
    default:
      assert.fail(`This test does not know ${instruction.getKeyword()}`);
  }
}

/** Puts the one path outside of the working folder below the image's root. */
function placed(text: string, root: string): string {
  return text.replaceAll(/(^|\s)(?=\/data\b)/g, `$1${root}`);
}

function run(command: string, { root, workdir }: Image): void {
  const home = `${root}-home`;
  mkdirSync(home, { recursive: true });
  if (USER.uid) chownSync(home, USER.uid, USER.gid);
  // With the certificates and proxies that the network asks for.
  const env = { ...process.env, PATH: pathOfNode(), HOME: home, npm_config_cache: join(home, '.npm') };
  execFileSync('sh', ['-c', command], {
    cwd: join(root, workdir),
    env,
    ...USER,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** With the Node of the base image first. */
function pathOfNode(): string {
  return `${dirname(process.execPath)}:${process.env.PATH}`;
}

function copy(path: string, target: string, { root, workdir }: Image): void {
  const isFolder = statSync(path).isDirectory();
  const to = join(root, resolve(workdir, target), !isFolder && target.endsWith('/') ? basename(path) : '');
  mkdirSync(dirname(to), { recursive: true });
  cpSync(path, to, { recursive: true, verbatimSymlinks: true });
}

/** The files below `path` that git has or would add, as far as .dockerignore lets them through. */
function contextFiles(path: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', path];
  const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  const found = [...new Set(files)].filter(isInContext);
  assert.ok(found.length > 0, `${path} is in the context`);
  return found;
}

function isInContext(file: string): boolean {
  const parts = file.split('/');
  const paths = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
  let isIn = true;
  for (const rule of read('.dockerignore').trim().split('\n')) {
    const isKept = rule.startsWith('!');
    if (paths.some((path) => matchesGlob(path, rule.replace('!', '')))) isIn = isKept;
  }
  return isIn;
}

/** Of a file of a folder that is copied, its place in the target. */
function targetOf(file: string, path: string, target: string): string {
  return file === path ? target : join(target, file.slice(path.length + 1));
}

function bytesIn(path: string): number {
  const found = lstatSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
