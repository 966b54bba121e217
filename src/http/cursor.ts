import { RefusedError } from '../errors.ts';

/** The sort keys of a list entry, outermost first. */
type Place = readonly (string | number | null)[];

/**
 * A position in a list as opaque text, which clients send back unchanged.
 *
 * @param position The next page begins after this sequence number, a whole number ≥ 0; undefined when there is none.
 */
export function cursorOf(position: number | undefined): string | null {
  return position === undefined ? null : Buffer.from(`before:${position}`).toString('base64url');
}

/** @throws {RefusedError} `invalid_cursor` when it is not one of Docent's. */
export function positionOf(cursor: string): number {
  const match = /^before:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const position = Number(match?.[1]);
  if (!match || cursorOf(position) !== cursor) throw new RefusedError({ code: 'invalid_cursor' });
  return position;
}

/** A cursor for a list sorted by several keys. @param order Names the sort order; the cursor is valid for it alone. */
export function placeCursorOf(order: string, place: Place): string {
  return Buffer.from(JSON.stringify([order, ...place])).toString('base64url');
}

/** @throws {RefusedError} `invalid_cursor` when it is of another order, or its keys have other types. */
export function placeOf<const Types extends readonly ('string' | 'number' | 'key')[]>(
  order: string,
  cursor: string,
  types: Types,
): { -readonly [I in keyof Types]: KeyOf<Types[I]> } {
  const [named, ...place] = listIn(cursor);
  const isOurs =
    named === order && place.length === types.length && types.every((type, i) => isKey(place[i], type));
  if (!isOurs) throw new RefusedError({ code: 'invalid_cursor' });
  return place as { -readonly [I in keyof Types]: KeyOf<Types[I]> };
}

type KeyOf<Type> = Type extends 'number' ? number : Type extends 'string' ? string : string | number;

function isKey(value: unknown, type: 'string' | 'number' | 'key'): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && type !== 'string';
  return typeof value === 'string' && type !== 'number';
}

function listIn(cursor: string): unknown[] {
  try {
    const list: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
