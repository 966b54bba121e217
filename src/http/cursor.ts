import { RefusedError } from '../errors.ts';

/**
 * The end of a page as opaque text, which clients send back unchanged to get the next page.
 *
 * @param order Names the list and its sort order; the cursor is valid for it alone.
 * @param last Sort keys of the last entry of the page, outermost first; numbers are safe integers. undefined when no
 * page follows.
 */
export function cursorOf(order: string, ...last: readonly (string | number | undefined)[]): string | null {
  return last.includes(undefined)
    ? null
    : Buffer.from(JSON.stringify([order, ...last])).toString('base64url');
}

/** @throws {RefusedError} `invalid_cursor` when it is of another order, or its keys have other types. */
export function sortKeysOf<const Types extends readonly ('string' | 'number')[]>(
  order: string,
  cursor: string,
  types: Types,
): { -readonly [I in keyof Types]: Types[I] extends 'number' ? number : string } {
  const [named, ...keys] = listIn(cursor);
  const isValid =
    named === order &&
    keys.length === types.length &&
    types.every((type, i) =>
      type === 'string' ? typeof keys[i] === 'string' : Number.isSafeInteger(keys[i]),
    );
  if (!isValid) throw new RefusedError({ code: 'invalid_cursor' });
  return keys as { -readonly [I in keyof Types]: Types[I] extends 'number' ? number : string };
}

function listIn(cursor: string): unknown[] {
  try {
    const list: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
