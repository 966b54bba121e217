/** How well something has each of a question's words, 0–1: a value a word. */
export type Coverage = readonly number[];

/** Nothing of as many words as there are weights. */
export function noCoverage(weights: readonly number[]): number[] {
  // A copy of numbers that are no integers has room for any, and need not be made anew for the first of them.
  return weights.slice().fill(0);
}

/** What any of them has. */
export function union(first: Coverage, ...others: readonly (Coverage | undefined)[]): Coverage {
  const all = first.slice();
  for (const other of others) if (other) raise(all, other);
  return all;
}

/** Makes a coverage the best of itself and another. */
export function raise(coverage: number[], other: ArrayLike<number>): void {
  for (let word = 0; word < coverage.length; word++) {
    if (other[word]! > coverage[word]!) coverage[word] = other[word]!;
  }
}

/** The share of `total` that is covered, 0–1. @param total Of all weights. */
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
