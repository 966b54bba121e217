/**
 * A page of a list, read with one row more than it shows.
 *
 * @param rows At most `limit` + 1, in order.
 * @returns `last`: the last row shown, after which the next page begins; undefined when there is none.
 */
export function pageOf<Row>(rows: readonly Row[], limit: number): { shown: Row[]; last: Row | undefined } {
  const shown = rows.slice(0, limit);
  return { shown, last: rows.length > limit ? shown.at(-1) : undefined };
}
