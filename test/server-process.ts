import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The real server in a process of its own, on a free port and a folder that goes away with it. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly folder: string;
  readonly pid: number;
  /** Milliseconds from spawn to the line that says it listens. */
  readonly startedInMs: number;
  /** The last of what it printed so far. */
  output(): string;
  /** Ends the process; the folder stays, so that it can be started on it again. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null }>;
}

const PROGRAM = new URL('../src/docent.js', import.meta.url);
const START_TIMEOUT_MS = 120_000;
const READY_POLL_MS = 5;
/** UTF-16 units of the output that are kept: its end says why something failed. */
const OUTPUT_MAX = 65_536;

export async function startServer(
  options: {
    folder?: string;
    settings?: Record<string, string>;
    program?: URL;
    command?: 'serve' | 'worker';
  } = {},
): Promise<ServerProcess> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'docent-'));
  const startedAt = performance.now();
  const server = launchServer(folder, options.settings, options.program, options.command);
  const url = await server.listening();
  return {
    ...server,
    url,
    folder,
    startedInMs: performance.now() - startedAt,
    async [Symbol.asyncDispose]() {
      await server.stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The process as soon as it is spawned, so that it can be ended before it listens. Its folder is left alone. */
export function launchServer(
  folder: string,
  settings: Record<string, string> = {},
  program = PROGRAM,
  command?: 'serve' | 'worker',
) {
  const child = spawn(process.execPath, [program.pathname, ...(command ? [command] : [])], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...settingsIn(folder, settings) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (bytes: Buffer) => {
    output = (output + bytes.toString()).slice(-OUTPUT_MAX);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return {
    pid: child.pid!,
    output: () => output,
    /** The URL, once it listens; empty for a worker once it works. */
    listening: () => listening(child, () => output),
    /** When it has ended, by itself or not, and all that it printed is read. */
    async ended() {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
      return { code: child.exitCode };
    },
    async stop(signal: 'SIGTERM' | 'SIGKILL') {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill(signal);
        await exited;
      }
      return { code: child.exitCode };
    },
  };
}

/** Waits until a server that listens has loaded its index. */
export async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while ((await fetch(`${url}/ready`)).status !== 200) {
    if (performance.now() > deadline) throw new Error(`Not ready within ${START_TIMEOUT_MS} ms`);
    await sleep(READY_POLL_MS);
  }
}

/** Those of a test's server, and these. */
export function settingsIn(folder: string, settings: Record<string, string> = {}): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    LOG_DIR: join(folder, 'logs'),
    // What is looked for is not how fast the machine is, and others may work on it.
    PARSE_TIMEOUT_MS: '300000',
    // One machine plays all the clients.
    RATE_LIMIT_PER_MINUTE: '0',
    ...settings,
  };
}

async function listening(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const listens = /Docent (?:answers at (http:\S+)|ingests what)/.exec(output());
    if (listens) return listens[1] ?? '';
    if (child.exitCode !== null || child.signalCode !== null) break;
    await sleep(10);
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not start within ${START_TIMEOUT_MS} ms. It printed:\n${output()}`);
}
