/** Part of a long list, with the start of the next one. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** Over all pages; null when unknown. */
  readonly total: number | null;
}

/** `?name=value…` of the given values. */
export function queryOf(given: Readonly<Record<string, string | number | null | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(given))
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  return search.size === 0 ? '' : `?${search}`;
}
