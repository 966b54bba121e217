import type { Queries } from './connection.ts';

/** Resolves when the server answers at this moment. */
export function pingOf({ query }: Queries): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    await query('SELECT 1', [], { signal });
  };
}
