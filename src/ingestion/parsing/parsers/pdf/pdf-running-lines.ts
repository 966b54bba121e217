import type { PdfLine } from './pdf-lines.ts';

/** The lines of a page, in their order. */
export interface PageParts {
  readonly content: readonly PdfLine[];
  readonly running: readonly PdfLine[];
}

/**
 * Separates the running lines at the top and bottom of pages from the content: page numbers, and lines that repeat on
 * three or more pages, or have the page's number at one height at the bottom of many. The first of such lines is content
 * if it has words, unless it has the page's number on many pages, or counts the pages at the bottom: `Page 1 of 3`.
 */
export function partRunningLines(pages: readonly (readonly PdfLine[])[]): PageParts[] {
  const edges = pages.map((lines, page) =>
    edgesOf(lines).map((edge, side) =>
      edge.map((line, at): EdgeLine => ({ line, ...keysOf(line, page, side === 1 ? at : null) })),
    ),
  );
  const outer = timesOfKeys(edges.map((page) => page.flatMap((edge) => edge.slice(0, EDGE_LINES))));
  const all = timesOfKeys(edges.map((page) => page.flat()));
  const innerMin = Math.max(PAGES_MIN, pages.length * INNER_PAGES_MIN);
  const isCount = ({ count }: EdgeLine) => outer(count) >= COUNTED_PAGES_MIN;
  const repeats = (line: EdgeLine, isInner: boolean) => {
    const { words, number, foot } = line;
    if (isCount(line) || outer(foot) >= NUMBERED_PAGES_MIN) return true;
    return isInner ? all(words ?? number) >= innerMin : outer(words ?? number) >= PAGES_MIN;
  };
  const kept = new Set<string>();
  return pages.map((lines, index) => {
    const running = new Set<PdfLine>();
    const repeated = edges[index]!.flatMap((edge) => repeatedAt(edge, repeats));
    for (const [line, each] of new Map(repeated.map((each) => [each.line, each]))) {
      const { words, number, foot } = each;
      const isFoot =
        isCount(each) ||
        outer(foot) >= NUMBERED_PAGES_MIN ||
        (all(number) >= PAGES_MIN && all(words) >= NUMBERED_PAGES_MIN);
      if (words === null || isFoot || kept.has(words)) running.add(line);
      if (words !== null) kept.add(words);
    }
    return {
      content: lines.filter((line) => !running.has(line)),
      running: lines.filter((line) => running.has(line)),
    };
  });
}

/** On how many pages a key is. */
function timesOfKeys(pages: readonly (readonly EdgeLine[])[]): (key: string | null) => number {
  const times = new Map<string | null, number>();
  for (const page of pages)
    for (const key of new Set(page.flatMap(({ words, number, foot, count }) => [words, number, foot, count])))
      if (key !== null) times.set(key, (times.get(key) ?? 0) + 1);
  return (key) => times.get(key) ?? 0;
}

const PAGES_MIN = 3;
/** A line with the page's number on this many pages is no title, not even on the first. */
const NUMBERED_PAGES_MIN = 6;
const COUNTED_PAGES_MIN = 2;
/** Lines at an edge of a page; further ones are at the edge when all lines beyond them repeat. */
const EDGE_LINES = 2;
const EDGE_LINES_MAX = 10;
/** Share of the pages that have a further line. */
const INNER_PAGES_MIN = 0.25;

interface EdgeLine extends ReturnType<typeof keysOf> {
  readonly line: PdfLine;
}

/** The lines of upright text at the top and at the bottom, the outermost first. */
function edgesOf(lines: readonly PdfLine[]): PdfLine[][] {
  const upright = lines.filter((line) => line.angle === 0).sort((a, b) => b.y - a.y);
  return [upright.slice(0, EDGE_LINES_MAX), upright.slice(-EDGE_LINES_MAX).reverse()];
}

/** The lines that repeat: where all do that may, the pages are copies of a form, and only the outermost ones. */
function repeatedAt(
  edge: readonly EdgeLine[],
  repeats: (line: EdgeLine, isInner: boolean) => boolean,
): readonly EdgeLine[] {
  const outer = edge.slice(0, EDGE_LINES).filter((line) => repeats(line, false));
  const inner = edge.slice(EDGE_LINES);
  const end = inner.findIndex((line) => !repeats(line, true));
  const isForm = end === -1 && edge.length === EDGE_LINES_MAX;
  return outer.length < EDGE_LINES || isForm
    ? outer
    : [...outer, ...inner.slice(0, end === -1 ? inner.length : end)];
}

/**
 * What running lines share; null for what a line lacks: the words with any numbers at the same height, within 4 units,
 * and a number at either end that grows with the pages, at any height, or at the foot of the page, whatever the section
 * that it names. The last line of a page may also count them.
 *
 * @param below How many lines of the page stand below it; null for a line at the top.
 */
function keysOf({ text, y }: PdfLine, page: number, below: number | null) {
  const words = text.replace(/\d+|\b[ivxlc]+\b/g, '#');
  const found = PAGE_NUMBER.exec(text);
  const shown = found?.[1] ?? found?.[3];
  const total = found?.[2] ?? found?.[4];
  const number = shown === undefined ? null : `# ${Number(shown) - page}`;
  const height = Math.round(y / 4);
  const foot = number !== null && below !== null ? `${number} ${height}` : null;
  return {
    words: /\p{L}\s?\p{L}/u.test(words) ? `${words} ${height}` : null,
    number,
    foot,
    count: foot !== null && below === 0 && Number(total) >= Number(shown) ? `of ${foot}` : null,
  };
}

/** `12`, `- 12 -`, `12/40`, `12 of 40`, `F-12`, `12 PREFACE`, `Terms of use 12`. */
const PAGE_NUMBER =
  /^[^\d\s]{0,3}\s?(\d{1,4})(?:\s?(?:[/|]|\p{Ll}{1,3})\s?(\d{1,4}))?(?:[^\d\s]{0,2}$|\s[-–—]$|\s.*\p{L}{2}[^\d]*$)|\p{L}{2}.*?\s(\d{1,4})(?:\s?(?:[/|]|\p{Ll}{1,3})\s?(\d{1,4}))?\s?[^\d\s]{0,2}$/u;
