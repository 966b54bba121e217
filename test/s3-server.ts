import { spawn } from 'node:child_process';
import { freePort, installed, killNow, programOf, untilReady } from './test-servers.ts';

const MOTO =
  process.env.MOTO_SERVER_PATH ?? installed('python', 'bin', 'moto_server') ?? programOf('moto_server');
const START_TIMEOUT_MS = 60_000;

/** Options of a suite that needs S3: without it the suite is skipped, loudly. */
export const NEEDS_S3 = {
  skip: MOTO
    ? (false as const)
    : 'NO S3 SERVER IS INSTALLED and its driver is not tested: run scripts/install-test-servers.sh, or set MOTO_SERVER_PATH',
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
  const kill = () => killNow(child);
  await untilReady(child, async () => (await fetch(`${endpoint}/moto-api/data.json`)).ok, START_TIMEOUT_MS);
  return {
    endpoint,
    signal: (signal) => {
      child.kill(signal);
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
