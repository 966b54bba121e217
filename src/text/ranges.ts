import type { TextRange } from './sentences.ts';

/** What lies of ranges in `start … end`, as offsets from `start`. */
export function rangesWithin(
  ranges: readonly TextRange[] | undefined,
  { start, end }: TextRange,
): TextRange[] {
  const within = (ranges ?? []).filter((range) => range.start < end && range.end > start);
  return within.map((range) => ({
    start: Math.max(0, range.start - start),
    end: Math.min(end, range.end) - start,
  }));
}
