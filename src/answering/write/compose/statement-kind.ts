import type { Segment } from './segmenter.ts';

/** In UTF-16 units: a longer segment is a statement, whatever it ends in. */
const INTRODUCTION_MAX = 160;

/**
 * Whether a segment states nothing by itself: a heading, an introduction to a list, a question to the user, a table's
 * separator line. Anything with a number in it is a statement.
 *
 * @param plain Without markers.
 */
export function statesNothing(plain: string, kind: Segment['kind']): boolean {
  if (!/[\p{L}\p{N}]/u.test(plain)) return true;
  if (kind === 'code' || plain.length > INTRODUCTION_MAX) return false;
  const words = plain.replace(/^[\s>]*(?:\p{Nd}{1,3}[.)]|#{1,6})\s/u, '');
  return !/\p{N}/u.test(words) && (HEADING.test(plain) || LEADING_ON.test(words));
}

const HEADING = /^\s*(?:#{1,6}\s|(\*\*|__)[^*_]+\1:?\s*$)/u;
/** The Greek question mark looks like a semicolon. */
const LEADING_ON = /(?:[?？؟:：]|\p{sc=Greek}[;\u037e])[\s*_"'”’»)]*$/u;
