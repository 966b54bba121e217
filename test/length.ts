const IS_FULL = process.env.TEST_LENGTH === 'full';

/** How much of something a test does: `npm run test:long` sets the full length. */
export function atLength<T>({ short, full }: { short: T; full: T }): T {
  return IS_FULL ? full : short;
}

/** Options of a suite or test that has no short form. */
export const FULL_LENGTH_ONLY = { skip: IS_FULL ? (false as const) : 'LONG: only npm run test:long runs it' };
