/** The minimum of the values; Infinity for none. `Math.min(...values)` overflows the stack on a page of 130,000 lines. */
export function least(values: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const value of values) if (value < found) found = value;
  return found;
}

/** The greatest of the values; -Infinity for none. */
export function greatest(values: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const value of values) if (value > found) found = value;
  return found;
}
