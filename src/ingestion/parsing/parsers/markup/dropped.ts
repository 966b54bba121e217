/** Stands where a rule left nothing of some markup, until it is known what becomes of the white space around it. */
export const DROPPED = '\ufdd2';

/**
 * Closes the gaps that dropped markup left: between the rows of a table or the lines of HTML, and before the end of a
 * sentence.
 */
export function closeGaps(source: string): string {
  if (!source.includes(DROPPED)) return source;
  return source
    .replace(/([|>][^\S\n]*\n)(?:[^\S\n]*\ufdd2[^\S\n]*\n)+(?=[^\S\n]*[|<])/g, '$1')
    .replace(/,?[^\S\n]{0,20}\ufdd2{1,9}(?=[.,;:!?)](?:\s|$))/g, '')
    .replaceAll(DROPPED, '');
}
