import { isSectionName } from '../../document-text.ts';
import { greatest } from './extremes.ts';
import { mainFontOf, type PdfLine } from './pdf-lines.ts';

/**
 * The lines of a document's title: the largest headings of the first page that has any, or else the largest lines of the
 * first page. The cover of an annual report names the authority, the form and the company, all in one size.
 *
 * @param isHeading By size or outline; a font alone makes no title.
 * @returns Distinct, in reading order; empty where all text is of one size.
 */
export function titleLines(
  pages: readonly (readonly PdfLine[])[],
  isHeading: (line: PdfLine) => boolean,
): PdfLine[] {
  const sizeMin = mainFontOf(pages.flat()).size * SIZE_RATIO_MIN;
  const isLarge = ({ size, text, cells }: PdfLine) =>
    size >= sizeMin && cells.length === 1 && /\p{L}{2}/u.test(text);
  const headings =
    pages.map((lines) => lines.filter(isHeading)).find(({ length }) => length > 0) ??
    (pages[0] ?? []).filter(isLarge);
  const largest = greatest(headings.map(({ size }) => size));
  const title = new Map<string, PdfLine>();
  for (const line of headings)
    if (line.size === largest && !isSectionName(line.text) && !title.has(line.text))
      title.set(line.text, line);
  let length = 0;
  const lines: PdfLine[] = [];
  for (const line of title.values()) {
    length += line.text.length + 1;
    if (length <= CHARACTERS_MAX || lines.length === 0) lines.push(line);
  }
  return lines;
}

/** Of slides and covers, most of whose text is large: size marks no headings there. */
const SIZE_RATIO_MIN = 1.4;
/** A cover may name in the same size whom a document is for: the lines that fit are its title. */
const CHARACTERS_MAX = 160;
