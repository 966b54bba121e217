import type { PdfLine } from './pdf-lines.ts';

/**
 * The lines that only lead to other pages: those of a table of contents, with dots before the page's number, and all
 * lines of the pages of an index.
 *
 * @param pages The content of each page.
 */
export function referenceLines(pages: readonly (readonly PdfLine[])[]): ReadonlySet<PdfLine> {
  const found = new Set<PdfLine>();
  const lastPage = pages.length + UNNUMBERED_PAGES_MAX;
  for (const lines of pages) {
    for (const line of isIndexPage(lines, lastPage) ? lines : contentsLines(lines, lastPage)) found.add(line);
  }
  return found;
}

/** Front matter may be counted apart. */
const UNNUMBERED_PAGES_MAX = 40;

/** `Scope . . . . 12`, `Terms ......... iv`. */
const CONTENTS_LINE = /^(\d{1,3}[a-z]?)?.*\p{L}.*(?:\.\s?){4,}\s*(\d{1,4}[a-z]?|[ivxlc]{1,6})$/u;

/** Dots lead to fields, too, on forms, with the number that the line begins with. */
function contentsLines(lines: readonly PdfLine[], lastPage: number): readonly PdfLine[] {
  const leading = lines.flatMap((line) => {
    const found = CONTENTS_LINE.exec(line.text);
    return found ? [{ line, begin: found[1], end: found[2]! }] : [];
  });
  const numbered = leading.filter(({ begin, end }) => begin === end);
  if (numbered.length * 2 >= leading.length) return [];
  return leading.filter(({ end }) => !/^\d/.test(end) || Number(end) <= lastPage).map(({ line }) => line);
}

const LINES_MIN = 20;
/** Share of lines that end in page numbers; an entry may take two lines. */
const ENTRIES_MIN = 0.45;
/** Entry, comma, page numbers: `Microsoft, 65, 264–65, 328n`. */
const ENTRY = /(?:\p{L}|^[\d–, n]+).*,\s(\d{1,4})(?:[–-]\d{1,4})?n{0,2},?$/u;

function isIndexPage(lines: readonly PdfLine[], lastPage: number): boolean {
  if (lines.length < LINES_MIN) return false;
  const entries = lines.filter(
    ({ text }) => Number(ENTRY.exec(text)?.[1] ?? Number.POSITIVE_INFINITY) <= lastPage,
  );
  return entries.length >= lines.length * ENTRIES_MIN;
}
