import { codeRanges } from './code-lines.ts';

/** A longer quoted sentence is cut, in UTF-16 units. */
export const QUOTATION_MAX = 600;

/**
 * A quotation as shown in an answer: white space collapsed except in code, which is fenced, and anything that looks
 * like one of our citations (`[3]`) in other brackets, so that a document cannot forge citations.
 */
export function quotation(text: string): string {
  const code = text.length > QUOTATION_MAX ? [] : codeRanges(text);
  if (code.length === 0) return cutAtWord(plainQuotation(text), QUOTATION_MAX);
  // Within an item of a list, so that the list goes on behind the code.
  const margin = LIST_MARK.test(text) ? '   ' : '';
  const lines: string[] = [];
  let end = 0;
  for (const range of code) {
    lines.push(
      inOneLine(text.slice(end, range.start)),
      ...fenced(text.slice(range.start, range.end), margin),
    );
    end = range.end;
  }
  lines.push(inOneLine(text.slice(end)));
  return inOtherBrackets(lines.filter((line) => line !== '').join('\n'));
}

function fenced(code: string, margin: string): string[] {
  const lines = code.split('\n').map((line) => line.trimEnd());
  const indent = Math.min(...lines.filter((line) => line !== '').map((line) => line.search(/\S/)));
  const fence = '`'.repeat(Math.max(3, ...(code.match(/`+/g) ?? []).map((run) => run.length + 1)));
  return [fence, ...lines.map((line) => line.slice(indent)), fence].map((line) => margin + line);
}

/** `2. `, `- `. */
const LIST_MARK = /^\s*(?:\p{Nd}{1,2}[.)]|[-*+•])\s/u;

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

/** The text with white space collapsed, except in lines of code. */
export function withCodeLines(text: string): string {
  const code = codeRanges(text);
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

const CITATION_LIKE = /[[［【]\s*(\p{Nd}+(?:\s*[,;–-]\s*\p{Nd}+)*)\s*[\]］】]/gu;
