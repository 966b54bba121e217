/** How well each of a question's words is covered, 0–1: one value per word. */
export type Coverage = readonly number[];

/**
 * 0 for each word. Values of every sentence are computed in copies of this array, which V8 stores as doubles: an array
 * of integers would be rebuilt at its first fraction, and code compiled for it discarded.
 */
export function noCoverage(words: number): number[] {
  const none = new Array<number>(words).fill(0.5);
  // Not `fill`, which would make it an array of integers.
  for (let word = 0; word < words; word++) none[word] = 0;
  return none;
}

/** The maximum for each word. */
export function union(first: Coverage, ...others: readonly (Coverage | undefined)[]): Coverage {
  const all = first.slice();
  for (const other of others) if (other) raise(all, other);
  return all;
}

/** Raises a coverage to the maximum of itself and another, in place. */
export function raise(coverage: number[], other: ArrayLike<number>): void {
  for (let word = 0; word < coverage.length; word++) {
    if (other[word]! > coverage[word]!) coverage[word] = other[word]!;
  }
}

/** The covered share of `total`, 0–1. @param total Sum of all weights. */
export function share(covered: Coverage, weights: readonly number[], total: number): number {
  let sharedWeight = 0;
  for (let word = 0; word < weights.length; word++) sharedWeight += covered[word]! * weights[word]!;
  return sharedWeight / total;
}

export function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
