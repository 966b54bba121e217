import { diskFull, unavailable } from '../store-refusals.ts';

/** Primary result codes (sqlite.org/rescode.html) that blame the machine, not Docent's SQL. */
const SQLITE_FULL = 13;
const UNAVAILABLE = new Set([
  5, // BUSY
  6, // LOCKED
  8, // READONLY
  10, // IOERR
  11, // CORRUPT
  14, // CANTOPEN
  26, // NOTADB
]);

/** SQLite's error as a refusal; a bug of Docent's is returned unchanged. */
export function asRefusal(error: unknown, dependency: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  // Node's code for a closed database and its statements.
  if (error.code === 'ERR_INVALID_STATE') return unavailable(dependency, error);
  if (error.code !== 'ERR_SQLITE_ERROR' || !('errcode' in error)) return error;
  const primary = Number(error.errcode) & 0xff;
  if (primary === SQLITE_FULL) return diskFull(error);
  return UNAVAILABLE.has(primary) ? unavailable(dependency, error) : error;
}
