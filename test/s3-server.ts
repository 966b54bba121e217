import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const MOTO = process.env.MOTO_SERVER_PATH ?? pathOf('moto_server');
const START_TIMEOUT_MS = 60_000;

/** Options of a suite that needs S3: without it the suite is skipped, loudly. */
export const NEEDS_S3 = {
  skip: MOTO
    ? (false as const)
    : 'NO S3 SERVER IS INSTALLED and its driver is not tested: pip install "moto[server]", or set MOTO_SERVER_PATH',
  timeout: 300_000,
};

/** A server with the API of S3 that stores objects in its memory, on a free port. */
export interface S3Server extends AsyncDisposable {
  readonly endpoint: string;
  /** `SIGSTOP` leaves it there without an answer, until `SIGCONT`. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** As `kill -9` would; all objects are lost. */
  kill(): Promise<void>;
}

/** @param options `openCalls`: after so many it asks for credentials, and knows none. */
export async function startS3({ openCalls }: { openCalls?: number } = {}): Promise<S3Server> {
  const port = await freePort();
  const child = spawn(MOTO!, ['-H', '127.0.0.1', '-p', String(port)], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...(openCalls !== undefined && { INITIAL_NO_AUTH_ACTION_COUNT: String(openCalls) }),
    },
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  await listening(child, endpoint);
  return {
    endpoint,
    signal: (signal) => {
      child.kill(signal);
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

async function listening(child: ChildProcess, endpoint: string): Promise<void> {
  const until = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < until && child.exitCode === null) {
    const reply = await fetch(`${endpoint}/moto-api/data.json`).catch(() => undefined);
    if (reply?.ok) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error('The S3 server did not start');
}

/** One that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function pathOf(program: string): string | undefined {
  const { stdout, status } = spawnSync('which', [program], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
