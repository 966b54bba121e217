import type { KeyValueStore } from '../../../src/ports/key-value-store.ts';

/** Registers a test that gets an empty store, and the clock that it reads. */
export type CheckKeyValues = (
  says: string,
  body: (store: KeyValueStore, clock: Clock) => Promise<void>,
) => void;

/** A clock that moves only on demand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: number;
  pass(ms: number): Promise<void>;
  /** Real time that may go by within a test; 0 for a store that reads this clock alone. */
  readonly toleranceMs: number;
}

/** For a store with a clock of its own: `pass` lets the time pass there, too. */
export interface OwnClock extends Pick<Clock, 'pass' | 'toleranceMs'> {
  /** Why the store cannot be tested, or false. */
  readonly skip: string | false;
}

export const NO_OWN_CLOCK: OwnClock = { pass: async () => {}, toleranceMs: 0, skip: false };

/** Minimum difference of lifetimes: so long that the real time of a test does not count. */
export const MINUTE = 60_000;

/** Longer than any test lets pass. */
export const KEPT = { ttlMs: 100_000 * MINUTE };

export function clockOf({ pass, toleranceMs }: OwnClock): Clock {
  let now = 1_700_000_000_000;
  return {
    get now() {
      return now;
    },
    pass(ms) {
      now += ms;
      return pass(ms);
    },
    toleranceMs,
  };
}
