/** Second attempts may be a tenth of successful calls, and up to this many are saved up. */
const RETRIES_PER_SUCCESS = 0.1;
const RETRIES_MAX = 3;

/**
 * Bounds second attempts over time: an outage of any length gets three of them, however slowly questions come, so that
 * an overloaded provider does not get twice the load.
 */
export interface RetryBudget {
  succeeded(): void;
  /** Whether another attempt is allowed; counts it. */
  take(): boolean;
}

export function createRetryBudget(): RetryBudget {
  let left = RETRIES_MAX;
  return {
    succeeded() {
      left = Math.min(RETRIES_MAX, left + RETRIES_PER_SUCCESS);
    },
    take() {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
