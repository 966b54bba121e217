/** A longer quoted sentence is cut, in UTF-16 units. */
const QUOTATION_MAX = 600;

/**
 * A quotation as shown in an answer: white space collapsed, and anything that looks like one of our citations (`[3]`)
 * in other brackets, so that a document cannot forge citations.
 */
export function quotation(text: string): string {
  return cutAtWord(plainQuotation(text), QUOTATION_MAX);
}

/** The same without a length limit. */
export function plainQuotation(text: string): string {
  return inOtherBrackets(inOneLine(text));
}

/** The text with look-alikes of our citations in other brackets. */
export function inOtherBrackets(text: string): string {
  return text.replace(CITATION_LIKE, '($1)');
}

/** The text with white space collapsed. */
export function inOneLine(text: string): string {
  return text.replace(UNLIKE_SPACE, ' ').trim();
}

/** At most `max` UTF-16 units, cut at a word boundary and ended by `…` if too long. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1);
  const space = head.lastIndexOf(' ');
  // Scripts without spaces are cut between characters, but not within a surrogate pair.
  const kept = space > max / 2 ? head.slice(0, space) : head.replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.trimEnd()}…`;
}

/** White space other than a single space, which stays as it is: texts have hundreds of them. */
const UNLIKE_SPACE = /\s{2,}|[^\S ]/gu;

const CITATION_LIKE = /[[［【]\s*(\p{Nd}+(?:\s*[,;–-]\s*\p{Nd}+)*)\s*[\]］】]/gu;
