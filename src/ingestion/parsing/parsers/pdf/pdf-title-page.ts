import { isSectionName } from '../../document-text.ts';
import { greatest } from './extremes.ts';
import type { PdfLine } from './pdf-lines.ts';

/**
 * The lines of a document's title: the largest headings of the first page that has any. The cover of an annual report
 * names the authority, the form and the company, all in one size.
 *
 * @param isHeading By size or outline; a font alone makes no title.
 * @returns Distinct, in reading order; empty without a heading.
 */
export function titleLines(
  pages: readonly (readonly PdfLine[])[],
  isHeading: (line: PdfLine) => boolean,
): PdfLine[] {
  const headings = pages.map((lines) => lines.filter(isHeading)).find(({ length }) => length > 0) ?? [];
  const largest = greatest(headings.map(({ size }) => size));
  const seen = new Set<string>();
  return headings.filter(({ size, text }) => {
    const isPart = size === largest && !isSectionName(text) && !seen.has(text);
    seen.add(text);
    return isPart;
  });
}

/** Pages on which a document's title is said. */
const TITLE_PAGES = 3;
const WORDS_SHARE_MIN = 0.6;

/** Whether the first pages have most words of a title; else it may be left over from the file that was the template. */
export function isAbout(title: string, pages: readonly (readonly PdfLine[])[]): boolean {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const text = pages
    .slice(0, TITLE_PAGES)
    .flatMap((lines) => lines.map((line) => line.text.toLowerCase()))
    .join(' ');
  return words.filter((word) => text.includes(word)).length >= words.length * WORDS_SHARE_MIN;
}
