import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where `scripts/install-test-servers.sh` puts what is not a package of the system. */
const CACHE = process.getuid?.() === 0 ? '/var/cache' : join(homedir(), '.cache');
const FOLDER = process.env.DOCENT_TEST_SERVERS ?? join(CACHE, 'docent-test-servers');

/** Path of a file that the script installs; undefined when it is not there. */
export function installed(...path: string[]): string | undefined {
  const file = join(FOLDER, ...path);
  return existsSync(file) ? file : undefined;
}

/** Path of a program of this machine; undefined when it has none. */
export function programOf(name: string): string | undefined {
  const { stdout, status } = spawnSync('which', [name], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Options of a suite that needs a server: without it the suite is skipped, loudly. */
export function needs(found: unknown, without: string, timeout = 300_000) {
  return { skip: found ? (false as const) : without, timeout };
}

/** One that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves when `isReady` does with true. @throws When the process ends first, or it takes longer than `limitMs`. */
export async function untilReady(
  child: ChildProcess,
  isReady: () => Promise<boolean>,
  limitMs: number,
): Promise<void> {
  const until = Date.now() + limitMs;
  while (Date.now() < until && child.exitCode === null) {
    if (await isReady().catch(() => false)) return;
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error(`${child.spawnfile} did not start`);
}

/** Ends a process as `kill -9` does, if it runs. */
export async function killNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
