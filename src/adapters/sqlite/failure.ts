import { diskFull, unavailable } from '../store-refusals.ts';

/** Primary result codes (sqlite.org/rescode.html) that say something about the machine, not about our SQL. */
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

/** What SQLite threw, as the refusal it amounts to; what is a bug of ours comes back as it is. */
export function asRefusal(error: unknown, dependency: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  // What Node says of a closed database and its statements.
  if (error.code === 'ERR_INVALID_STATE') return unavailable(dependency, error);
  if (error.code !== 'ERR_SQLITE_ERROR' || !('errcode' in error)) return error;
  const primary = Number(error.errcode) & 0xff;
  if (primary === SQLITE_FULL) return diskFull(error);
  return UNAVAILABLE.has(primary) ? unavailable(dependency, error) : error;
}
