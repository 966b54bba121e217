import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

export interface Checkout {
  /** Short hash; `+` after it: with changes that are not committed. */
  readonly revision: string;
  readonly folder: string;
}

/** The working tree, where it is. */
export async function workingTree(signal: AbortSignal): Promise<Checkout> {
  const changes = await git(['status', '--porcelain'], signal);
  return { revision: `${await hashOf('HEAD', signal)}${changes === '' ? '' : '+'}`, folder: HERE };
}

/**
 * Writes a revision's files to a new folder. The repository is only read, and knows nothing of the folder. Packages are
 * those of the working tree where these have the versions that the revision asks for, otherwise `npm ci` installs them.
 *
 * @throws When git does not know the revision.
 */
export async function checkOut(ref: string, folder: string, signal: AbortSignal): Promise<Checkout> {
  const revision = await hashOf(ref, signal);
  const archive = `${folder}.tar`;
  await mkdir(folder);
  await git(['archive', '--format=tar', `--output=${archive}`, revision], signal);
  await run('tar', ['-xf', archive, '-C', folder], { signal });
  if (await hasPackagesOf(folder))
    await symlink(await realpath(join(HERE, 'node_modules')), join(folder, 'node_modules'));
  else await run('npm', ['ci', '--omit=dev', '--ignore-scripts'], { cwd: folder, signal });
  return { revision, folder };
}

async function hashOf(ref: string, signal: AbortSignal): Promise<string> {
  return git(['rev-parse', '--short', '--verify', '--end-of-options', `${ref}^{commit}`], signal);
}

async function git(words: readonly string[], signal: AbortSignal): Promise<string> {
  return (await run('git', words, { cwd: HERE, signal })).stdout.trim();
}

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

/** Whether each package that the folder's server runs with is installed here, in the same version. */
async function hasPackagesOf(folder: string): Promise<boolean> {
  const [wanted, here] = await Promise.all([lockOf(folder), lockOf(HERE)]);
  return Object.entries(wanted).every(
    ([path, { version, dev, optional }]) =>
      path === '' || dev || (here[path]?.version === version && (optional || existsSync(join(HERE, path)))),
  );
}

async function lockOf(folder: string): Promise<Record<string, LockedPackage>> {
  const lock = await readFile(join(folder, 'package-lock.json'), 'utf8');
  return (JSON.parse(lock) as { packages: Record<string, LockedPackage> }).packages;
}
