import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commonServer, type RunningServer } from './run/common-server.ts';
import { freePort, killNow, needs, programOf } from './test-servers.ts';

const REDIS = process.env.REDIS_SERVER_PATH ?? programOf('redis-server');
const START_TIMEOUT_MS = 60_000;

export const NEEDS_REDIS = needs(
  REDIS,
  'REDIS IS NOT INSTALLED and its driver is not tested: apt-get install redis-server, or set REDIS_SERVER_PATH',
);

/** A real Redis of its own, on a free port, with a folder that goes away with it. */
export interface RedisServer extends RunningServer {
  readonly address: { host: string; port: number; db: number; encrypted: boolean };
  /** `SIGSTOP` leaves it there without an answer, until `SIGCONT`. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** As `kill -9` would. */
  kill(): Promise<void>;
  /** After `kill`: on the same port, with what it kept on disk. */
  restart(): Promise<void>;
}

/** The one that all test files use. */
export function commonRedis(): Promise<RunningServer> {
  return commonServer('redis', startRedis);
}

/** @param settings Further ones, as on its command line: `--requirepass secret`. */
export async function startRedis(...settings: string[]): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-redis-'));
  const port = await freePort();
  const kept = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
  const start = () =>
    launch(['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, ...kept, ...settings]);
  let child = await start();
  const kill = () => killNow(child);
  return {
    address: { host: '127.0.0.1', port, db: 0, encrypted: false },
    url: `redis://127.0.0.1:${port}`,
    signal: (signal) => {
      child.kill(signal);
    },
    kill,
    async restart() {
      child = await start();
    },
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when it listens. */
async function launch(settings: readonly string[]): Promise<ChildProcess> {
  const child = spawn(REDIS!, settings, { stdio: ['ignore', 'pipe', 'inherit'] });
  const deadline = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  let output = '';
  try {
    for await (const bytes of child.stdout!.iterator({ destroyOnReturn: false })) {
      output += bytes;
      if (output.includes('Ready to accept connections')) break;
    }
  } finally {
    clearTimeout(deadline);
  }
  if (!output.includes('Ready to accept connections')) throw new Error(`Redis did not start:\n${output}`);
  child.stdout!.resume();
  return child;
}
