import { RefusedError } from '../errors.ts';

const DISK_FULL_RETRY_SECONDS = 60;
const UNAVAILABLE_RETRY_SECONDS = 5;

/** No room for a write. Nothing of it was stored. */
export function diskFull(cause: unknown): RefusedError {
  return new RefusedError({ code: 'disk_full', retryAfterSeconds: DISK_FULL_RETRY_SECONDS }, { cause });
}

/** A store that is unusable now: closed, locked, or on a failing disk. */
export function unavailable(dependency: string, cause: unknown): RefusedError {
  return new RefusedError(
    { code: 'store_unavailable', dependency, retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS },
    { cause },
  );
}
