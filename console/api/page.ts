/** A part of a long list, and where the next one begins. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** Over all pages; null where it is not told. */
  readonly total: number | null;
}

/** `?name=value…` of what is given. */
export function queryOf(given: Readonly<Record<string, string | number | null | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(given))
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  return search.size === 0 ? '' : `?${search}`;
}
