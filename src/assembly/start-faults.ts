import { asRefusal } from '../adapters/sqlite/failure.ts';
import { asError, RefusedError } from '../errors.ts';
import type { Config } from '../settings/config.ts';
import { isShared } from '../settings/store-settings.ts';

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

/** What the operator can do about an error at start-up. */
export function startFault(error: unknown, config: Config): string {
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

/** The store that cannot be used, and what to check. */
export function storeFault(config: Config, error: Error): string {
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
