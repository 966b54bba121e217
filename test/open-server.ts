import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openApp } from '../src/app.ts';
import { loadConfig } from '../src/settings/config.ts';
import { settingsIn } from './server-process.ts';

/** The whole server in this process, on a free port and a folder that goes away with it. */
export interface OpenServer extends AsyncDisposable {
  readonly url: string;
  readonly folder: string;
  /** What it logged. */
  output(): string;
  /** As SIGTERM does. The folder stays, so that it can be opened on it again. */
  stop(): Promise<void>;
  /** Stops it, and gives a copy of the folder of the moment before: what `kill -9` leaves of a server without work. */
  killed(): Promise<string>;
}

/**
 * For tests that neither kill the server nor look at its process: another one in the same process takes a tenth of the
 * processor time that `startServer` takes.
 */
export async function openServer({
  folder = newFolder(),
  settings,
}: {
  folder?: string;
  settings?: Record<string, string>;
} = {}): Promise<OpenServer> {
  const app = await openApp(loadConfig(settingsIn(folder, settings)), { logToConsole: false });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= app.close());
  return {
    url: (await app.listen())!,
    folder,
    output: () => readFileSync(join(folder, 'logs', 'app.log'), 'utf8'),
    stop,
    async killed() {
      const copy = newFolder();
      await promisify(execFile)('cp', ['-a', `${folder}/.`, copy]);
      await stop();
      return copy;
    },
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'docent-'));
}
