import type { PdfLine } from './pdf-lines.ts';

/** The lines of a page, in their order. */
interface PageParts {
  readonly content: readonly PdfLine[];
  readonly running: readonly PdfLine[];
}

/**
 * Separates the running lines at the top and bottom of pages from the content: page numbers, and lines that repeat on
 * three or more pages. The first of such lines is content if it has words.
 */
export function partRunningLines(pages: readonly (readonly PdfLine[])[]): PageParts[] {
  const pagesOfKey = new Map<string, number>();
  const edges = pages.map(
    (lines, page) => new Map(edgeLines(lines).map((line) => [line, keyOf(line, page)])),
  );
  for (const page of edges)
    for (const key of new Set(page.values())) pagesOfKey.set(key, (pagesOfKey.get(key) ?? 0) + 1);
  const kept = new Set<string>();
  return pages.map((lines, index) => {
    const parts = { content: [] as PdfLine[], running: [] as PdfLine[] };
    for (const line of lines) {
      const key = edges[index]!.get(line);
      const isRunning = key !== undefined && pagesOfKey.get(key)! >= PAGES_MIN;
      const isFirst = isRunning && !kept.has(key) && /\p{L}{2}/u.test(line.text);
      if (isFirst) kept.add(key);
      (isRunning && !isFirst ? parts.running : parts.content).push(line);
    }
    return parts;
  });
}

const PAGES_MIN = 3;
const EDGE_LINES = 2;

/** The outermost lines of upright text at the top and at the bottom. */
function edgeLines(lines: readonly PdfLine[]): PdfLine[] {
  const upright = lines.filter((line) => line.angle === 0).sort((a, b) => b.y - a.y);
  return [...upright.slice(0, EDGE_LINES), ...upright.slice(-EDGE_LINES)];
}

/**
 * Equal keys: the same words with any numbers at the same height, within 4 units; and at any height, numbers without
 * words that grow with the pages.
 */
function keyOf(line: PdfLine, page: number): string {
  const words = line.text.replace(/\d+|\b[ivxlc]+\b/g, '#');
  const number = /^[^\d\s]{0,3}\s?(\d{1,4})\s?[^\d\s]{0,2}$/.exec(line.text)?.[1];
  return number === undefined ? `${words} ${Math.round(line.y / 4)}` : `${words} ${Number(number) - page}`;
}
