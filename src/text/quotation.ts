import type { TextRange } from './sentences.ts';

/** A quotation in one line. */
export function plainQuotation(text: string): string {
  return inOtherBrackets(inOneLine(text));
}

/** The text with look-alikes of our citations in other brackets; of the same length. */
export function inOtherBrackets(text: string): string {
  return text.replace(CITATION_LIKE, (cited) => `(${cited.slice(1, -1)})`);
}

/** The text with white space collapsed. */
export function inOneLine(text: string): string {
  return spacedOnce(text).trim();
}

/** The same with the white space at either end. */
export function spacedOnce(text: string): string {
  return text.replace(UNLIKE_SPACE, ' ');
}

/** The text with white space collapsed, except in code. */
export function withCodeLines(text: string, code: readonly TextRange[]): string {
  if (code.length === 0) return inOneLine(text);
  const parts: string[] = [];
  let end = 0;
  for (const range of code) {
    parts.push(inOneLine(text.slice(end, range.start)), text.slice(range.start, range.end));
    end = range.end;
  }
  return [...parts, inOneLine(text.slice(end))]
    .filter((part) => part !== '')
    .join('\n')
    .trim();
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

const CITATION_LIKE = /[[［【]\s*\p{Nd}+(?:\s*[,;–-]\s*\p{Nd}+)*\s*[\]］】]/gu;
