import { spawn } from 'node:child_process';
import { commonServer, type RunningServer } from './run/common-server.ts';
import { freePort, installed, killNow, needs, untilReady } from './test-servers.ts';

const MOTO = installed('python', 'bin', 'moto_server');
const START_TIMEOUT_MS = 60_000;

export const NEEDS_S3 = needs(
  MOTO,
  'NO S3 SERVER IS INSTALLED and its driver is not tested: run scripts/install-test-servers.sh',
);

/** A server with the API of S3 that stores objects in its memory, on a free port. */
export interface S3Server extends RunningServer {
  /** `SIGSTOP` leaves it there without an answer, until `SIGCONT`. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

/** The one that all test files use. */
export function commonS3(): Promise<RunningServer> {
  return commonServer('s3', startS3);
}

/**
 * @param options `openCalls`: after so many it asks for credentials, and knows none. `keysInReply`: of a list, at most.
 */
export async function startS3({
  openCalls,
  keysInReply,
}: {
  openCalls?: number;
  keysInReply?: number;
} = {}): Promise<S3Server> {
  const port = await freePort();
  const child = spawn(MOTO!, ['-H', '127.0.0.1', '-p', String(port)], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...(openCalls !== undefined && { INITIAL_NO_AUTH_ACTION_COUNT: String(openCalls) }),
      ...(keysInReply !== undefined && { MOTO_S3_DEFAULT_MAX_KEYS: String(keysInReply) }),
    },
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${endpoint}/moto-api/data.json`)).ok;
  await untilReady(child, isReady, START_TIMEOUT_MS);
  return {
    url: endpoint,
    signal: (signal) => {
      child.kill(signal);
    },
    [Symbol.asyncDispose]: () => killNow(child),
  };
}
