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

/**
 * The sort keys in a cursor by name; undefined without a cursor, for the first page.
 *
 * @param types Names and types of the keys, in the order of `cursorOf`.
 * @throws {RefusedError} `invalid_cursor` when it is of another order, or its keys have other types.
 */
export function sortKeysOf<const Types extends Readonly<Record<string, 'string' | 'number'>>>(
  order: string,
  cursor: string | undefined,
  types: Types,
): { [Name in keyof Types]: Types[Name] extends 'number' ? number : string } | undefined {
  if (cursor === undefined) return undefined;
  const [named, ...keys] = listIn(cursor);
  const names = Object.keys(types);
  const isValid =
    named === order &&
    keys.length === names.length &&
    names.every((name, i) =>
      types[name] === 'string' ? typeof keys[i] === 'string' : Number.isSafeInteger(keys[i]),
    );
  if (!isValid) throw new RefusedError({ code: 'invalid_cursor' });
  return Object.fromEntries(names.map((name, i) => [name, keys[i]])) as never;
}

function listIn(cursor: string): unknown[] {
  try {
    const list: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
