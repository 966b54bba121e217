import type { PdfLine } from './pdf-lines.ts';

/** The lines of a page, in their order. */
export interface PageParts {
  readonly content: readonly PdfLine[];
  readonly running: readonly PdfLine[];
}

/**
 * Separates the running lines at the top and bottom of pages from the content: page numbers, and lines that repeat on
 * three or more pages. The first of such lines is content if it has words, unless it has the page's number on
 * many pages.
 */
export function partRunningLines(pages: readonly (readonly PdfLine[])[]): PageParts[] {
  const edges = pages.map(
    (lines, page) => new Map(edgeLines(lines).map((line) => [line, keysOf(line, page)])),
  );
  const pagesOfKey = new Map<string, number>();
  for (const page of edges) {
    const keys = new Set([...page.values()].flatMap(({ words, number }) => [words, number]));
    for (const key of keys) if (key !== null) pagesOfKey.set(key, (pagesOfKey.get(key) ?? 0) + 1);
  }
  const repeats = (key: string | null) => key !== null && pagesOfKey.get(key)! >= PAGES_MIN;
  const kept = new Set<string>();
  return pages.map((lines, index) => {
    const parts = { content: [] as PdfLine[], running: [] as PdfLine[] };
    for (const line of lines) {
      const keys = edges[index]!.get(line);
      const isNumbered = keys !== undefined && repeats(keys.number);
      const isRunning = keys !== undefined && (keys.words === null ? isNumbered : repeats(keys.words));
      const isFoot = isNumbered && (pagesOfKey.get(keys?.words ?? '') ?? 0) >= NUMBERED_PAGES_MIN;
      const isFirst = isRunning && keys.words !== null && !isFoot && !kept.has(keys.words);
      if (isFirst) kept.add(keys.words!);
      (isRunning && !isFirst ? parts.running : parts.content).push(line);
    }
    return parts;
  });
}

const PAGES_MIN = 3;
/** A line with the page's number on this many pages is no title, not even on the first. */
const NUMBERED_PAGES_MIN = 6;
const EDGE_LINES = 2;

/** The outermost lines of upright text at the top and at the bottom. */
function edgeLines(lines: readonly PdfLine[]): PdfLine[] {
  const upright = lines.filter((line) => line.angle === 0).sort((a, b) => b.y - a.y);
  return [...upright.slice(0, EDGE_LINES), ...upright.slice(-EDGE_LINES)];
}

/**
 * What running lines share; null for what a line lacks: the words with any numbers at the same height, within 4 units,
 * and a number at either end that grows with the pages, at any height.
 */
function keysOf({ text, y }: PdfLine, page: number) {
  const words = text.replace(/\d+|\b[ivxlc]+\b/g, '#');
  const found = PAGE_NUMBER.exec(text);
  const shown = found?.[1] ?? found?.[2];
  const number = shown === undefined ? null : `# ${Number(shown) - page}`;
  return { words: /\p{L}{2}/u.test(words) ? `${words} ${Math.round(y / 4)}` : null, number };
}

/** `12`, `- 12 -`, `F-12`, `12 PREFACE`, `Terms of use 12`. */
const PAGE_NUMBER =
  /^[^\d\s]{0,3}\s?(\d{1,4})(?:[^\d\s]{0,2}$|\s.*\p{L}{2}[^\d]*$)|\p{L}{2}.*\s(\d{1,4})\s?[^\d\s]{0,2}$/u;
