/** Opens when this many of the last `OUTCOMES` calls failed, all of them within the window. */
const FAILURES_TO_OPEN = 5;
const OUTCOMES = 10;
const WINDOW_MS = 10_000;
/** While it is open, one call at this interval probes whether the provider is back. */
const PROBE_EVERY_MS = 5_000;

export interface Pass {
  succeeded(): void;
  failed(): void;
  /** Says nothing about the provider: the client left. Only the first report counts, except for a failure. */
  left(): void;
}

/**
 * Stops calls to a provider that is down: they would fail late and add to its load.
 *
 * @param now Milliseconds, monotonic.
 */
export function createCircuitBreaker({ now }: { now: () => number }) {
  let outcomes: { readonly atMs: number; readonly failed: boolean }[] = [];
  /** When the next probe may pass; `undefined`: closed. */
  let probeAtMs: number | undefined;

  function note(failed: boolean): void {
    outcomes.push({ atMs: now(), failed });
    if (outcomes.length > OUTCOMES) outcomes.shift();
    const failures = outcomes.filter((outcome) => outcome.failed && now() - outcome.atMs < WINDOW_MS);
    if (failures.length >= FAILURES_TO_OPEN) {
      probeAtMs = now() + PROBE_EVERY_MS;
      outcomes = [];
    }
  }

  /** Milliseconds until a call may pass; 0 when one may now. */
  const waitMs = () => (probeAtMs === undefined ? 0 : Math.max(0, probeAtMs - now()));

  return {
    waitMs,
    /** Whether it is open or half-open (probing). */
    isOpen: () => probeAtMs !== undefined,
    /** Admits a call or not. The outcome of an admitted call must be reported. */
    enter(): Pass | { readonly waitMs: number } {
      if (probeAtMs === undefined) {
        return {
          // A call sent before it opened says nothing new.
          succeeded: () => void (probeAtMs === undefined && note(false)),
          failed: () => void (probeAtMs === undefined && note(true)),
          left: () => {},
        };
      }
      const wait = waitMs();
      if (wait > 0) return { waitMs: wait };
      probeAtMs = now() + PROBE_EVERY_MS;
      return {
        succeeded: () => {
          probeAtMs = undefined;
        },
        failed: () => {
          probeAtMs = now() + PROBE_EVERY_MS;
        },
        left: () => {
          if (probeAtMs !== undefined) probeAtMs = now();
        },
      };
    },
  };
}
