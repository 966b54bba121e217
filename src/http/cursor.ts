import { RefusedError } from '../errors.ts';

/**
 * A place in a list, as text that says nothing to clients: they hand it back as it stands.
 *
 * @param position The sequence number after which the next page begins; a whole number ≥ 0.
 */
export function cursorOf(position: number): string {
  return Buffer.from(`before:${position}`).toString('base64url');
}

/** @throws {RefusedError} `invalid_cursor` when it is not one of ours. */
export function positionOf(cursor: string): number {
  const match = /^before:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const position = Number(match?.[1]);
  if (!match || cursorOf(position) !== cursor) throw new RefusedError({ code: 'invalid_cursor' });
  return position;
}
