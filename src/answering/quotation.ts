/** A quoted sentence is cut only beyond this, in UTF-16 units. */
const QUOTATION_MAX = 600;

/**
 * A passage of text as it stands in an answer: white space collapsed, and whatever looks like one of our citations
 * (`[3]`) in other brackets, so that a document cannot cite for us.
 */
export function quotation(text: string): string {
  return cutAtWord(plainQuotation(text), QUOTATION_MAX);
}

/** The same, however long. */
export function plainQuotation(text: string): string {
  return inOtherBrackets(inOneLine(text));
}

/** The very text, but for what looks like one of our citations. */
export function inOtherBrackets(text: string): string {
  return text.replace(CITATION_LIKE, '($1)');
}

/** The very text, white space collapsed. */
export function inOneLine(text: string): string {
  return text.replace(UNLIKE_SPACE, ' ').trim();
}

/** At most `max` UTF-16 units, ended by `…` on a word's border when something is left out. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1);
  const space = head.lastIndexOf(' ');
  // Scripts without spaces are cut between characters; half a character must not remain.
  const kept = space > max / 2 ? head.slice(0, space) : head.replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.trimEnd()}…`;
}

/** White space but for a single space, which stays: texts have hundreds of them. */
const UNLIKE_SPACE = /\s{2,}|[^\S ]/gu;

const CITATION_LIKE = /[[［【]\s*(\p{Nd}+(?:\s*[,;–-]\s*\p{Nd}+)*)\s*[\]］】]/gu;
