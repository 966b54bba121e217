const IS_FULL = process.env.TEST_LENGTH === 'full';

/** How much of something a test in `x.scaled.test.ts` does: `npm run test:long` sets the full length. */
export function atLength<T>({ short, full }: { short: T; full: T }): T {
  return IS_FULL ? full : short;
}
