/** A query without the filters that are not set. */
export function setOnly<T extends object>(query: T) {
  const set = Object.entries(query).filter(
    ([, value]) => value !== '' && value !== null && value !== undefined,
  );
  return Object.fromEntries(set) as { [Name in keyof T]?: Exclude<T[Name], '' | null | undefined> };
}
