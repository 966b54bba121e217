import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { linkedSignal } from '../../concurrency/deadline.ts';
import { asError } from '../../errors.ts';
import { isLeftOut } from '../../kernel/files-in.ts';
import { type SourceDriver, SourceFailure, type SourceItem } from '../../ports/source-driver.ts';
import type { GuardedFetch } from '../fetching/guarded-fetch.ts';
import { bytesIn } from '../files/bytes-in.ts';
import { rootOf, tooMany } from './folder.ts';

const OPEN_AT_ONCE = 2;
/** For one command; a clone is the longest. */
const COMMAND_TIMEOUT_MS = 600_000;
/** Of a clone on disk; it is shallow, so about what the files have. */
const CLONE_BYTES_MAX = 2 * 1024 ** 3;
const LOOK_EVERY_MS = 1_000;
/** Of what a command says, in characters. */
const SAID_MAX = 500;

/** Nothing of this machine's settings counts, and nobody is asked for a password. */
const ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'true',
  LC_ALL: 'C',
};

interface Parts {
  readonly web: Pick<GuardedFetch, 'vetUrl' | 'addressesOf'>;
  /** Absolute paths of the folders that local repositories may be in. */
  readonly roots: readonly string[];
  /** Clones are made here, each in a folder of its own that goes away with its listing. */
  readonly folder: string;
  /** By host, what to sign in with. */
  readonly credentials: ReadonlyMap<string, string>;
  /** Of remote repositories; another one in tests alone. */
  readonly scheme?: 'https' | 'http';
}

/**
 * The files of a branch, read from a shallow bare clone by the `git` of this machine: nothing is checked out, so no
 * filter, hook or link of the repository has an effect.
 */
export function createGitSource(parts: Parts): SourceDriver {
  const { web, roots, folder, scheme = 'https' } = parts;
  return {
    vet({ location, branch }) {
      if (branch !== null && !isBranch(branch)) return 'must have a branch whose name git accepts';
      if (isAbsolute(location))
        return rootOf(resolve(location), roots) === undefined
          ? 'must be in a folder that the setting SOURCE_ROOTS names'
          : undefined;
      if (/^(?:ssh|git\+ssh):|^[^/:]+@[^/:]+:/.test(location))
        return `must be an https URL, as SSH is not supported: sign in with the setting GIT_CREDENTIALS, or add a clone on the server by its path`;
      if (URL.parse(location)?.protocol !== `${scheme}:`)
        return 'must be an https URL, or the absolute path of a repository';
      return web.vetUrl(location);
    },

    async list({ location, branch }, { revision, itemsMax, signal }) {
      const settings = await settingsFor(location, parts, signal);
      const git = (args: readonly string[], cwd?: string) => runGit(args, { settings, cwd, signal });
      const wanted = branch === null ? 'HEAD' : `refs/heads/${branch}`;
      const heads = await git(['ls-remote', '--', location, wanted]);
      const head = /^([\da-f]{40,64})\t/.exec(heads)?.[1];
      if (head === undefined) throw new SourceFailure(`There is no branch ${branch ?? 'HEAD'}.`);
      const frame = { isComplete: true, revision: head, openAtOnce: OPEN_AT_ONCE };
      if (head === revision)
        return { ...frame, items: [], isUnchanged: true, async [Symbol.asyncDispose]() {} };

      const clone = await mkdtemp(join(folder, 'clone-'));
      await using made = new AsyncDisposableStack();
      made.defer(() => rm(clone, { recursive: true, force: true }));
      using limit = sizeLimit(clone, signal);
      const options = ['--quiet', '--bare', '--depth=1', '--single-branch', '--no-tags'];
      const of = branch === null ? [] : [`--branch=${branch}`];
      // Into the folder that it runs in, as the path of that may be relative.
      const args = ['clone', ...options, ...of, '--', location, '.'];
      await runGit(args, { settings, cwd: clone, signal: limit.signal });
      const tree = await git(['ls-tree', '-r', '-z', 'HEAD'], clone);
      const items = filesOf(tree).map((file) => itemOf(file, clone));
      if (items.length > itemsMax) throw tooMany(itemsMax);
      const listed = made.move();
      return { ...frame, items, isUnchanged: false, [Symbol.asyncDispose]: () => listed.disposeAsync() };
    },
  };
}

/** Git's own rule (git-check-ref-format) is wider; these cannot be mistaken for an option or a revision. */
function isBranch(name: string): boolean {
  return /^[\w][\w./+-]{0,199}$/.test(name) && !/\.\.|\/\/|@\{|\.lock$|[./]$/.test(name);
}

/** The settings of each command: where it may connect to, and how it signs in. */
async function settingsFor(
  location: string,
  { web, credentials, scheme = 'https' }: Parts,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const common = { 'protocol.allow': 'never', 'core.hooksPath': '/dev/null', 'safe.directory': '*' };
  if (isAbsolute(location)) return { ...common, 'protocol.file.allow': 'always' };
  const { protocol, host, hostname, port, origin } = new URL(location);
  if (protocol !== `${scheme}:`) throw new SourceFailure(`The location must be an ${scheme} URL.`);
  // Git would resolve the name again, to what may be another address then.
  const addresses = await web.addressesOf(location, { signal });
  const signIn = credentials.get(host);
  return {
    ...common,
    [`protocol.${scheme}.allow`]: 'always',
    'http.followRedirects': 'false',
    'http.curloptResolve': `${hostname}:${port || 443}:${addresses.map((address) => (address.includes(':') ? `[${address}]` : address)).join(',')}`,
    'http.lowSpeedLimit': '1',
    'http.lowSpeedTime': '60',
    ...(signIn !== undefined && {
      [`http.${origin}/.extraHeader`]: `Authorization: Basic ${Buffer.from(signIn).toString('base64')}`,
    }),
  };
}

interface Running {
  readonly settings: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  readonly signal: AbortSignal;
}

/** @throws {SourceFailure} With what it says when it fails. */
async function runGit(args: readonly string[], options: Running): Promise<string> {
  using limited = linkedSignal([options.signal], {
    afterMs: COMMAND_TIMEOUT_MS,
    reason: () => new SourceFailure(`git took longer than ${COMMAND_TIMEOUT_MS / 1_000} s.`),
  });
  const child = startGit(args, { ...options, signal: limited.signal });
  const ended = endOf(child);
  try {
    const [output] = await Promise.all([text(child.stdout!), ended]);
    return output;
  } catch (error) {
    await ended.catch(() => {});
    limited.signal.throwIfAborted();
    throw error;
  }
}

/** Settings go by the environment: arguments can be read by other users of this machine. */
function startGit(args: readonly string[], { settings, cwd, signal }: Running): ChildProcess {
  const entries = Object.entries(settings);
  const given = entries.flatMap(([key, value], place) => [
    [`GIT_CONFIG_KEY_${place}`, key],
    [`GIT_CONFIG_VALUE_${place}`, value],
  ]);
  const env = { ...ENVIRONMENT, GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(given) };
  return spawn('git', args, { cwd, env, signal, killSignal: 'SIGKILL', stdio: ['ignore', 'pipe', 'pipe'] });
}

async function endOf(child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (more: string) => {
    said = (said + more).slice(0, SAID_MAX);
  });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new SourceFailure(`git ended with ${code}: ${said.trim().split('\n').at(-1)}`);
  } catch (error) {
    if (error instanceof SourceFailure) throw error;
    throw new SourceFailure(`git cannot be run: ${asError(error).message}.`, { cause: error });
  }
}

interface TreeFile {
  readonly blob: string;
  readonly path: string;
}

/** The plain files of `git ls-tree -r -z`: no links, no submodules. */
function filesOf(tree: string): TreeFile[] {
  return tree
    .split('\0')
    .map((line) => /^100\d{3} blob ([\da-f]+)\t([\s\S]+)$/.exec(line))
    .flatMap((match) => (match ? { blob: match[1]!, path: match[2]! } : []))
    .filter(({ path }) => !path.split('/').some(isLeftOut));
}

function itemOf({ blob, path }: TreeFile, clone: string): SourceItem {
  return {
    key: path,
    async open(known, { signal }) {
      if (blob === known) return undefined;
      const child = startGit(['cat-file', 'blob', blob], { settings: {}, cwd: clone, signal });
      const ended = endOf(child);
      ended.catch(() => {});
      return {
        ...{ body: whole(child.stdout!, ended), mark: blob, mediaType: null, url: null },
        async [Symbol.asyncDispose]() {
          child.kill('SIGKILL');
          await ended.catch(() => {});
        },
      };
    },
  };
}

/** Fails where the process does: its output may be cut off. */
async function* whole(output: Readable, ended: Promise<void>): AsyncGenerator<Uint8Array> {
  yield* output;
  await ended;
}

/** Aborts when a clone grows beyond what may be stored. */
function sizeLimit(clone: string, signal: AbortSignal) {
  const limited = linkedSignal([signal]);
  const timer = setInterval(async () => {
    if ((await bytesIn(join(clone, 'objects', 'pack'))) > CLONE_BYTES_MAX)
      limited.abort(new SourceFailure(`The repository has more than ${CLONE_BYTES_MAX} bytes.`));
  }, LOOK_EVERY_MS);
  return {
    signal: limited.signal,
    [Symbol.dispose]() {
      clearInterval(timer);
      limited[Symbol.dispose]();
    },
  };
}
