/** Classes grow by 5 %, so that a latency reported as its class is off by 2.5 % at most. */
const GROWTH = 1.05;
/** Milliseconds; shorter latencies count as this. */
const SHORTEST_MS = 0.01;

/** The class of a latency in milliseconds, so that latencies are kept as counts. */
export function latencyClassOf(ms: number): number {
  return Math.round(Math.log(Math.max(ms, SHORTEST_MS)) / Math.log(GROWTH));
}

/**
 * The latency in milliseconds that a share of all answers does not exceed.
 *
 * @param classes Ascending.
 * @param share 0–1.
 * @returns Null without answers.
 */
export function latencyWithin(
  classes: readonly { readonly latencyClass: number; readonly answers: number }[],
  share: number,
): number | null {
  const total = classes.reduce((sum, { answers }) => sum + answers, 0);
  let counted = 0;
  for (const { latencyClass, answers } of classes) {
    counted += answers;
    if (counted >= share * total) return GROWTH ** latencyClass;
  }
  return null;
}
