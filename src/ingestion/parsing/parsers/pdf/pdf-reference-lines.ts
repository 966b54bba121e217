import type { PdfLine } from './pdf-lines.ts';

/**
 * The lines that only lead to other pages: those of a table of contents, where dots stand before the page's number or
 * the words are a line of their own elsewhere, with the heading above, and all lines of the pages of an index.
 *
 * @param pages The content of each page.
 */
export function referenceLines(pages: readonly (readonly PdfLine[])[]): ReadonlySet<PdfLine> {
  const found = new Set<PdfLine>();
  const lastPage = pages.length + UNNUMBERED_PAGES_MAX;
  const whole = new Set(pages.flatMap((lines) => lines.map(({ text }) => lettersOf(text))));
  for (const [index, lines] of pages.entries()) {
    const contents = [...contentsLines(lines, lastPage), ...undottedLines(lines, lastPage, whole)];
    const heading = lines[lines.findIndex((line) => contents.includes(line)) - 1];
    // The first page has the title of the document.
    if (heading && index > 0 && heading.text.length <= HEADING_UNITS_MAX) contents.push(heading);
    for (const line of isIndexPage(lines, lastPage) ? lines : contents) found.add(line);
  }
  return found;
}

const HEADING_UNITS_MAX = 40;

/** Front matter may be counted apart. */
const UNNUMBERED_PAGES_MAX = 40;

/** `Scope . . . . 12`, `Terms ......... iv`. */
const CONTENTS_LINE = /^(\d{1,3}[a-z]?)?.*\p{L}.*(?:\.\s?){4,}\s*(\d{1,4}[a-z]?|[ivxlc]{1,6})$/u;

/** Dots lead to fields, too, on forms, with the number that the line begins with, and to points of answers to choose. */
function contentsLines(lines: readonly PdfLine[], lastPage: number): readonly PdfLine[] {
  const leading = lines.flatMap((line) => {
    const found = CONTENTS_LINE.exec(line.text);
    return found ? [{ line, begin: found[1], end: found[2]! }] : [];
  });
  const numbered = leading.filter(({ begin, end }) => begin === end);
  const isRisen = isRising(leading.map(({ end }) => Number.parseInt(end, 10)));
  if (numbered.length * 2 >= leading.length || !isRisen) return [];
  return leading.filter(({ end }) => !/^\d/.test(end) || Number(end) <= lastPage).map(({ line }) => line);
}

/** Whether no page is before the one above, or before the first; those in Roman numerals, NaN, count as in order. */
function isRising(pages: readonly number[]): boolean {
  return pages.every((page, index) => !(page < (pages[index - 1] ?? 1)));
}

/** `Scope 12`, `Terms 7-8`. */
const UNDOTTED_LINE = /^(.*\p{L}.*?)\s(\d{1,4})(?:[-–]\d{1,4})?$/u;
const UNDOTTED_LINES_MIN = 5;

/** Entries whose numbers rise, at least half of them with words that are a whole line elsewhere: their headings. */
function undottedLines(
  lines: readonly PdfLine[],
  lastPage: number,
  whole: ReadonlySet<string>,
): readonly PdfLine[] {
  const entries = lines.flatMap((line) => {
    const found = UNDOTTED_LINE.exec(line.text);
    return found && Number(found[2]) <= lastPage
      ? [{ line, page: Number(found[2]), isHeading: whole.has(lettersOf(found[1]!)) }]
      : [];
  });
  const headings = entries.filter(({ isHeading }) => isHeading).length;
  const isContents = headings >= UNDOTTED_LINES_MIN && headings * 2 >= entries.length;
  return isContents && isRising(entries.map(({ page }) => page)) ? entries.map(({ line }) => line) : [];
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
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
