/** Part of a long list, with the start of the next one. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** Over all pages; null when unknown. */
  readonly total: number | null;
}

export function pageOf<T>(
  items: readonly T[],
  { next_cursor: nextCursor, total = null }: { next_cursor: string | null; total?: number | null },
): Page<T> {
  return { items, nextCursor, total };
}

/** A query without the filters that are not set. */
export function setOnly<T extends object>(query: T) {
  const set = Object.entries(query).filter(
    ([, value]) => value !== '' && value !== null && value !== undefined,
  );
  return Object.fromEntries(set) as { [Name in keyof T]?: Exclude<T[Name], '' | null | undefined> };
}
