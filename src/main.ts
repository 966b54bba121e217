#!/usr/bin/env node
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from './adapters/make-folder.ts';
import { asRefusal } from './adapters/sqlite/failure.ts';
import type { App, Role } from './app.ts';
import { type ClientCommand, isClient, readCommand, usage } from './cli/command-line.ts';
import type { Terminal } from './cli/terminal.ts';
import { type Config, describeConfig, type Environment, loadConfig, ValueError } from './config.ts';
import { withEnvFile } from './env-file.ts';
import { asError, RefusedError } from './errors.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { isShared } from './store-settings.ts';

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
/** Exit code after Ctrl-C, as in shells: 128 + SIGINT. */
const EXIT_INTERRUPTED = 130;
/** A slower stop is forced: acknowledged work is on disk already. */
const STOP_TIMEOUT_MS = 9_500;

const START_RETRY_MS = 1_000;
/** The setting of a store, by its name in refusals. */
const STORE_OF: Readonly<Record<string, string>> = {
  vector_store: 'VECTOR_STORE',
  original_files: 'FILE_STORE',
  kv_store: 'KV_STORE',
};

/** System errors at start-up that the operator can fix, by code, with what to do. */
const START_FAULTS: Readonly<Record<string, (config: Config, error: Error) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Cannot listen on ${host}:${port} as another program does. Stop that one, or set PORT.`,
  EACCES: (_config, { message }) =>
    `Cannot start as this user may not: ${message}. Set PORT, DATA_DIR or LOG_DIR.`,
  EROFS: notFolders,
  EPERM: notFolders,
  ENOENT: notFolders,
  ENOTDIR: notFolders,
  EEXIST: notFolders,
  EADDRNOTAVAIL: ({ host }) => `Cannot listen on ${host} as it is no address of this machine. Set HOST.`,
  ENOTFOUND: ({ host }) => `Cannot listen on ${host} as no address is known for it. Set HOST.`,
  ENOSPC: ({ dataDir }) => `Cannot start as there is no room in ${dataDir}.`,
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
  store_unavailable: storeFault,
};

// A reader that has gone (`docent config | head`) is no fault.
process.stdout.on('error', () => {});

let settings: Environment | undefined;
const command = readCommand(process.argv.slice(2));
if (command.name === 'misuse')
  fail(`docent: ${command.why}\nRun docent help to see the commands.\n`, EXIT_USAGE);
else if (command.name === 'help') process.stdout.write(usage(command.about));
else if (command.name === 'version') process.stdout.write(`${(await import('./app.ts')).VERSION}\n`);
else if (isClient(command)) {
  const mayBeLost = command.name === 'reindex' && command.from === 'originals' && command.url === undefined;
  if (!mayBeLost || !(await rebuild())) await beClient(command);
} else {
  const config = readConfig();
  if (config && command.name === 'config') process.stdout.write(describeConfig(config));
  if (config && command.name === 'reindex-search') await reindexSearch(config);
  if (config && command.name === 'migrate') await migrateTo(command.to, config);
  if (config && command.name === 'backup') await backUpTo(command.folder, config);
  if (config && (command.name === 'run' || command.name === 'serve' || command.name === 'worker'))
    await run(config, command.name);
}

function readConfig(given = givenSettings): Config | undefined {
  try {
    return loadConfig(given());
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    fail(`${error.name}: ${error.message}\n`, EXIT_FAILED);
    return undefined;
  }
}

function givenSettings(): Environment {
  settings ??= settingsOf(process.env);
  return settings;
}

/** Warnings go to the console at once, before what they may be the cause of. */
function settingsOf(environment: Environment, file?: string): Environment {
  const { environment: given, warnings } = withEnvFile(environment, file);
  for (const warning of warnings) process.stderr.write(`docent: ${warning}\n`);
  return given;
}

async function run(config: Config, role: Role): Promise<void> {
  let app: App | undefined;
  try {
    keepCompiled(config);
    const { openApp } = await import('./app.ts');
    app = await openOnceReached(() => openApp(config, { role, logToConsole: true }), config);
    endOnBugs(app);
    const running = app;
    const address = await running.listen();
    stopOnSignals((signal) => void stop(running, signal), EXIT_FAILED);
    app.logger.info(
      address === undefined
        ? 'Docent ingests what other servers accept'
        : `Docent answers at ${address} (API reference: ${address}/docs)`,
    );
    // Done now, as the process may be killed later.
    flushCompileCache();
  } catch (error) {
    await app?.close();
    fail(`${startFault(error, config)}\n`, EXIT_FAILED);
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
      if (isOver || !(error instanceof RefusedError) || error.refusal.code !== 'store_unavailable')
        throw error;
      process.stderr.write(`docent: ${storeFault(config, error)} Trying again.\n`);
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

async function reindexSearch(config: Config): Promise<void> {
  const { rebuildSearchIndex } = await import('./assembly/index-rebuild.ts');
  try {
    await rebuildSearchIndex(config, terminalOf(process.stdout));
  } catch (error) {
    fail(`${startFault(error, config)}\n`, EXIT_FAILED);
  }
}

async function migrateTo(file: string, from: Config): Promise<void> {
  const to = readConfig(() => ({ ...givenSettings(), ...settingsOf({}, file) }));
  if (!to) return;
  const { migrate } = await import('./assembly/migrate.ts');
  try {
    await migrate({ from, to }, terminalOf(process.stdout));
  } catch (error) {
    fail(`${startFault(error, to)}\n`, EXIT_FAILED);
  }
}

async function backUpTo(folder: string, { dataDir }: Config): Promise<void> {
  const { backUp } = await import('./assembly/backup.ts');
  try {
    const { documents, originalBytes, databaseBytes, withoutOriginal } = await backUp(dataDir, folder);
    const [originals, databases] = [originalBytes, databaseBytes].map((bytes) => (bytes / 1e6).toFixed(1));
    process.stdout.write(
      `${documents} documents are in ${folder}: ${originals} MB of originals, ${databases} MB of databases.\n`,
    );
    for (const docId of withoutOriginal)
      fail(`docent: The original of ${docId} is lost or damaged: send the file again.\n`, EXIT_FAILED);
  } catch (error) {
    fail(`docent: ${asError(error).message}\n`, EXIT_FAILED);
  }
}

/**
 * Rebuilds the database of documents when it is lost: no server can start without it, so none can be asked.
 *
 * @returns Whether it was lost.
 */
async function rebuild(): Promise<boolean> {
  const config = readConfig();
  if (!config) return true;
  const { isCatalogueLost, rebuildCatalogue } = await import('./assembly/rebuild.ts');
  try {
    if (!(await isCatalogueLost(config.dataDir))) return false;
    const { documents, undescribed, undescribedFolder } = await rebuildCatalogue(config.dataDir, {
      now: Date.now(),
    });
    process.stdout.write(
      `Documents restored: ${documents}. Start Docent to ingest them from their originals.\n`,
    );
    if (undescribed > 0)
      fail(
        `docent: Originals without a manifest: ${undescribed}. They are in ${undescribedFolder}.\n`,
        EXIT_FAILED,
      );
  } catch (error) {
    fail(`docent: ${asError(error).message}\n`, EXIT_FAILED);
  }
  return true;
}

/** Runs a command against a running server. */
async function beClient(client: ClientCommand): Promise<void> {
  const { runClient } = await import('./cli/run-client.ts');
  const interrupted = new AbortController();
  stopOnSignals((signal) => interrupted.abort(new Error(signal)), EXIT_INTERRUPTED);
  try {
    const { API_KEY: apiKey, PORT: port } = givenSettings();
    const isWell = await runClient(client, {
      apiKey,
      port,
      cwd: process.cwd(),
      stdin: process.stdin,
      terminal: terminalOf(process.stdout),
      signal: interrupted.signal,
    });
    if (interrupted.signal.aborted && client.name !== 'watch') process.exitCode = EXIT_INTERRUPTED;
    else if (!isWell) process.exitCode = EXIT_FAILED;
  } catch (error) {
    fail(`docent: ${asError(error).message}\n`, EXIT_FAILED);
  }
}

function terminalOf(stdout: typeof process.stdout): Terminal {
  return { write: (text) => stdout.write(text), columns: stdout.isTTY ? stdout.columns : undefined };
}

/** Finishes running work. */
async function stop(app: App, signal: NodeJS.Signals): Promise<void> {
  app.logger.info('Stopping', { signal });
  setTimeout(() => process.exit(EXIT_FAILED), STOP_TIMEOUT_MS).unref();
  await app.close();
  process.exit(0);
}

/** An uncaught error leaves an unknown state, so Docent logs it and exits; the next start recovers. */
function endOnBugs(app: App): void {
  process.on('uncaughtException', (error: unknown) => {
    const known = asError(error);
    app.logger.error('Uncaught error; exiting', { error: known, stack: known.stack });
    process.exit(EXIT_FAILED);
  });
}

function startFault(error: unknown, config: Config): string {
  if (!(error instanceof Error)) return `docent: ${error}`;
  const known = START_FAULTS[faultOf(error)];
  if (known) return `docent: ${known(config, error)}`;
  // Docent's own messages say what to do; other errors are for developers.
  return error.message.startsWith('Cannot ') ? `docent: ${error.message}` : `docent: ${error.stack}`;
}

/** Of a refusal, also one that SQLite's error stands for, its code; else the system's. */
function faultOf(error: Error): string {
  const known = asRefusal(error, 'database');
  if (!(known instanceof RefusedError)) return (error as NodeJS.ErrnoException).code ?? '';
  return known.refusal.code === 'disk_full' ? 'ENOSPC' : known.refusal.code;
}

function tooManyFiles(_config: Config, { message }: Error): string {
  return `Cannot start as too many files are open (${message}). Raise the limit (ulimit -n).`;
}

function storeFault(config: Config, error: Error): string {
  if (isShared(config)) {
    const refusal = error instanceof RefusedError ? error.refusal : undefined;
    const dependency = refusal && 'dependency' in refusal ? refusal.dependency : '';
    const setting = STORE_OF[dependency] ?? 'RECORD_STORE';
    return `Cannot use ${setting}: ${asError(error.cause ?? error).message}. Check that it runs and can be reached.`;
  }
  return (
    `Cannot open the databases in ${config.dataDir}: ${error.message}. Check that this user may write there, that no ` +
    'other program holds them, and how many files may be open (ulimit -n).'
  );
}

function notFolders({ dataDir, logDir }: Config, { message }: Error): string {
  return `Cannot write to ${dataDir} or ${logDir} as a folder (${message}). Set DATA_DIR or LOG_DIR.`;
}

/** Sets the exit code instead of exiting, so that pending output is not cut off. */
function fail(text: string, exitCode: number): void {
  process.stderr.write(text);
  process.exitCode = exitCode;
}
