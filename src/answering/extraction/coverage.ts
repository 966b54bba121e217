/** How well something has each of a question's words, 0–1: a value a word. */
export type Coverage = readonly number[];

/**
 * 0 for each word. What is computed for every sentence lies in arrays of fractions from the start, copies of this one: an
 * array of integers is made anew for its first fraction, and code that was compiled for such arrays is given up.
 */
export function noCoverage(words: number): number[] {
  const none = new Array<number>(words).fill(0.5);
  // Not by `fill`, which makes an array of integers of it.
  for (let word = 0; word < words; word++) none[word] = 0;
  return none;
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
