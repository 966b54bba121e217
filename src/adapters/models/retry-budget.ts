/** A tenth of the calls that succeed may be spent on second attempts, and so many saved up. */
const RETRIES_PER_SUCCESS = 0.1;
const RETRIES_MAX = 3;

/**
 * Bounds second attempts over time: in an outage of any length there are three of them, however slowly the questions
 * come, so that a provider that is overloaded does not get twice the load.
 */
export interface RetryBudget {
  succeeded(): void;
  /** Whether there may be one more attempt; counts it. */
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
