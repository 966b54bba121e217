import { chmodSync, writeFileSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from './adapters/files/make-folder.ts';
import type { App, Role } from './app.ts';
import type { Backup } from './assembly/backup.ts';
import { startFault, storeFault } from './assembly/start-faults.ts';
import { stopOnSignals } from './assembly/stop-on-signals.ts';
import { EXIT, type ExitCode } from './cli/context.ts';
import type { LocalCommands } from './cli/program.ts';
import { fail, terminal } from './cli/standard-streams.ts';
import { asError, isRefusal } from './errors.ts';
import { type Config, describeConfig, loadConfig } from './settings/config.ts';
import { givenSettings, settingsOf } from './settings/given-settings.ts';
import { isShared } from './settings/store-settings.ts';

/** A slower stop is forced: acknowledged work is on disk already. */
const STOP_TIMEOUT_MS = 9_500;

const START_RETRY_MS = 1_000;

/** The commands that work on this machine, a server among them. Those that call one are faster without this file. */
export const localCommands: LocalCommands = {
  serve: (role) => withConfig((config) => run(config, role)),

  config: () =>
    withConfig(async (config) => {
      process.stdout.write(describeConfig(config));
      return EXIT.ok;
    }),

  async init({ force }) {
    const { environmentExample } = await import('./settings/settings-files.ts');
    try {
      // It will hold secrets.
      writeFileSync('.env', environmentExample('.env'), { flag: force ? 'w' : 'wx' });
      chmodSync('.env', 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      throw new Error('Cannot write .env as there is one in this folder. Replace it with --force.');
    }
    process.stdout.write('.env has every setting with its default. Uncomment what you change.\n');
    return EXIT.ok;
  },

  doctor: ({ quiet }) =>
    withConfig(async (config) => {
      const { diagnose } = await import('./assembly/doctor.ts');
      let code: ExitCode = EXIT.ok;
      for await (const { level, says, fix } of diagnose(config)) {
        if (level === 'fault') code = EXIT.failed;
        if (quiet && level === 'ok') continue;
        process.stdout.write(`${level.padEnd(5)}  ${says}\n${fix ? `       ${fix}\n` : ''}`);
      }
      return code;
    }),

  backup: (folder) =>
    withConfig(async ({ dataDir }) => {
      const { backUp } = await import('./assembly/backup.ts');
      return reportCopy(await backUp(dataDir, folder), folder);
    }),

  restore: (folder) =>
    withConfig(async ({ dataDir }) => {
      const { restore } = await import('./assembly/backup.ts');
      return reportCopy(await restore(folder, dataDir), dataDir);
    }),

  migrate: (file) =>
    withConfig(async (from) => {
      const to = loadConfig({ ...(await givenSettings()), ...(await settingsOf({}, file)) });
      const { migrate } = await import('./assembly/migrate.ts');
      return orStartFault(to, () => migrate({ from, to }, terminal()));
    }),

  reindexSearch: () =>
    withConfig(async (config) => {
      const { rebuildSearchIndex } = await import('./assembly/index-rebuild.ts');
      return orStartFault(config, () => rebuildSearchIndex(config, terminal()));
    }),

  rebuildLost: () => withConfig(rebuild),
};

/** @throws {ValueError} When a setting is invalid. */
async function withConfig<T>(work: (config: Config) => Promise<T>): Promise<T> {
  return work(loadConfig(await givenSettings()));
}

async function run(config: Config, role: Role): Promise<ExitCode> {
  let app: App | undefined;
  try {
    keepCompiled(config);
    const { openApp } = await import('./app.ts');
    app = await openOnceReached(() => openApp(config, { role, logToConsole: true }), config);
    endOnBugs(app);
    const running = app;
    running.loaded.catch((error: unknown) => endUnloaded(running, error, config));
    const address = await running.listen();
    stopOnSignals((signal) => void stop(running, signal), EXIT.failed);
    app.logger.info(
      address === undefined
        ? 'Docent ingests what other servers accept'
        : `Docent answers at ${address} (API reference: ${address}/docs)`,
    );
    // Done now, as the process may be killed later.
    flushCompileCache();
    return EXIT.ok;
  } catch (error) {
    await app?.close();
    fail(`${startFault(error, config)}\n`);
    return EXIT.failed;
  }
}

/** Shared stores may start later than this process, or start again just now. */
async function openOnceReached(open: () => Promise<App>, config: Config): Promise<App> {
  const until = performance.now() + (isShared(config) ? config.storeStartTimeoutMs : 0);
  for (;;) {
    try {
      return await open();
    } catch (error) {
      const isOver = performance.now() + START_RETRY_MS > until;
      if (isOver || !isRefusal(error, 'store_unavailable')) throw error;
      process.stderr.write(`docent: ${storeFault(config, error)} Retrying.\n`);
      await sleep(START_RETRY_MS);
    }
  }
}

/**
 * Caches compiled code for the next start in the data folder when `docent.js` could not cache it beside the packages.
 * Cached code is run unchecked, so nobody else may write there.
 */
function keepCompiled({ dataDir }: Config): void {
  const folder = join(dataDir, 'compiled');
  makeFolder(folder);
  enableCompileCache(folder);
}

async function orStartFault(config: Config, work: () => Promise<void>): Promise<ExitCode> {
  try {
    await work();
    return EXIT.ok;
  } catch (error) {
    fail(`${startFault(error, config)}\n`);
    return EXIT.failed;
  }
}

function reportCopy(
  { documents, originalBytes, databaseBytes, withoutOriginal }: Backup,
  folder: string,
): ExitCode {
  const [originals, databases] = [originalBytes, databaseBytes].map((bytes) => (bytes / 1e6).toFixed(1));
  process.stdout.write(
    `Documents in ${folder}: ${documents}, with ${originals} MB of originals, ${databases} MB of databases.\n`,
  );
  for (const docId of withoutOriginal)
    fail(`docent: The original of ${docId} is lost or damaged: send the file again.\n`);
  return withoutOriginal.length > 0 ? EXIT.failed : EXIT.ok;
}

/** Rebuilds the database of documents when it is lost: no server can start without it, so none can be asked. */
async function rebuild({ dataDir }: Config): Promise<ExitCode | undefined> {
  const { isCatalogueLost, rebuildCatalogue } = await import('./assembly/rebuild.ts');
  if (!(await isCatalogueLost(dataDir))) return undefined;
  const { documents, undescribed, undescribedFolder } = await rebuildCatalogue(dataDir, { now: Date.now() });
  process.stdout.write(
    `Documents restored: ${documents}. Start Docent to ingest them from their originals.\n`,
  );
  if (undescribed === 0) return EXIT.ok;
  fail(`docent: Originals without a manifest: ${undescribed}. They are in ${undescribedFolder}.\n`);
  return EXIT.failed;
}

/** Finishes running work. */
async function stop(app: App, signal: NodeJS.Signals): Promise<void> {
  app.logger.info('Stopping', { signal });
  setTimeout(() => process.exit(EXIT.failed), STOP_TIMEOUT_MS).unref();
  await app.close();
  process.exit(0);
}

/** An uncaught error leaves an unknown state, so Docent logs it and exits; the next start recovers. */
function endOnBugs(app: App): void {
  process.on('uncaughtException', (error: unknown) => {
    const known = asError(error);
    app.logger.error('Uncaught error; exiting', { error: known, stack: known.stack });
    process.exit(EXIT.failed);
  });
}

/** Without its index Docent finds nothing. The files and records are safe, and the next start loads it again. */
function endUnloaded(app: App, error: unknown, config: Config): void {
  app.logger.error('Cannot load the search index; exiting', { error: asError(error) });
  process.stderr.write(`${startFault(error, config)}\n`);
  process.exit(EXIT.failed);
}
