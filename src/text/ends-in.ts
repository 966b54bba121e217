/**
 * Whether a text ends in a match. A search for `…$` begins at every place of the text; this reads it backwards.
 *
 * @param pattern A lookbehind with the flag `y`.
 */
export function endsIn(text: string, pattern: RegExp): boolean {
  pattern.lastIndex = text.length;
  return pattern.test(text);
}
