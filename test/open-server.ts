import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp } from '../src/app.ts';
import { loadConfig } from '../src/settings/config.ts';
import { settingsIn } from './server-process.ts';

/** The whole server in this process, on a free port and a folder that goes away with it. */
export interface OpenServer extends AsyncDisposable {
  readonly url: string;
  readonly folder: string;
}

/**
 * For tests that neither kill the server nor look at its process: another one in the same process takes a tenth of the
 * processor time that `startServer` takes.
 */
export async function openServer({
  settings,
}: {
  settings?: Record<string, string>;
} = {}): Promise<OpenServer> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-'));
  const app = await openApp(loadConfig(settingsIn(folder, settings)), { logToConsole: false });
  return {
    url: (await app.listen())!,
    folder,
    async [Symbol.asyncDispose]() {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
