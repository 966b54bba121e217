/** Calls to one model since the start, for answers and everything else; only grows. */
export interface ModelCalls {
  /** Attempts, including failed ones. */
  readonly calls: number;
  readonly failures: number;
  /** Second attempts. */
  readonly retries: number;
  /** Calls that were not made, as too many were waiting or the provider was down. */
  readonly declined: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** US dollars at today's prices; null when the model has no price. */
  readonly cost: number | null;
}
