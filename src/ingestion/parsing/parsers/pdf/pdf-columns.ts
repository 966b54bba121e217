import { greatest, least } from './extremes.ts';
import { type PdfTextItem, placeOf } from './pdf-lines.ts';
import { GUTTER_MIN, letterShare, type Piece, type Row, rowsOf, spansOf, textOf } from './pdf-rows.ts';

/** Maximum regions searched for on a page. */
const REGIONS_MAX = 20;
/** A page with more rows is not prose. */
const ROWS_MAX = 1_000;
/** Positions across the page tried as a gutter. */
const PLACES_MAX = 300;

/**
 * Puts the pieces of a page into reading order when columns of prose were written row by row: column by column, between
 * the lines that span all columns. Pages already written by column, and tables, stay as they are.
 *
 * @param items In the order of the page's content, which is kept within a column.
 * @see Nagy, Seth & Viswanathan, "A prototype document image analysis system for technical journals", 1992 (XY cut).
 */
export function inReadingOrder(items: readonly PdfTextItem[]): readonly PdfTextItem[] {
  const rows = rowsOf(items);
  if (rows.length < LINES_MIN.longer || rows.length > ROWS_MAX) return items;
  const columnOfItem = new Map<number, { region: Region; column: number }>();
  for (const region of regionsOf(rows)) {
    for (const piece of region.rows.flatMap(({ pieces }) => pieces))
      columnOfItem.set(piece.index, { region, column: columnAt(region, piece) });
  }
  return columnOfItem.size === 0 ? items : reordered(items, columnOfItem);
}

/** Rows that contain columns of prose. */
interface Region {
  readonly rows: readonly Row[];
  /** Middles of the gutters, from left to right. */
  readonly gutters: readonly number[];
  readonly isRightToLeft: boolean;
}

/** The regions of prose in columns that were written row by row. */
function regionsOf(rows: readonly Row[]): Region[] {
  const regions: Region[] = [];
  const waiting = [rows];
  for (let looked = 0; looked < REGIONS_MAX; looked++) {
    const within = waiting.pop();
    const found = within && longestRun(within);
    if (!found) continue;
    for (const part of proseParts(within.slice(found.from, found.to))) {
      const region = regionOf(part);
      if (region) regions.push(region);
    }
    waiting.push(within.slice(0, found.from), within.slice(found.to));
  }
  return regions;
}

/** Minimum lines of the shorter of two columns, and of the longer one. */
const LINES_MIN = { shorter: 3, longer: 5 };

/** The longest run of rows in which one position across the page is free, with text on both sides. */
function longestRun(rows: readonly Row[]): { from: number; to: number } | undefined {
  const left = least(rows.map(({ spans }) => spans[0]!.x));
  const right = greatest(rows.map(({ spans }) => spans.at(-1)!.endX));
  let best: Run | undefined;
  for (let place = 1; place < PLACES_MAX; place++) {
    const x = left + ((right - left) * place) / PLACES_MAX;
    for (const run of freeRuns(rows, x)) if (!best || isLonger(run, best)) best = run;
  }
  return best;
}

/** Rows by index, end exclusive; `lines` of the side that has fewer. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly lines: number;
}

/** Where one column is longer than the next, only a position between the columns is free beside all of its lines. */
function isLonger(run: Run, other: Run): boolean {
  return run.lines > other.lines || (run.lines === other.lines && run.to - run.from > other.to - other.from);
}

/** Maximal runs of rows in which no text crosses `x`. */
function freeRuns(rows: readonly Row[], x: number): Run[] {
  const runs: Run[] = [];
  let from = 0;
  let [before, behind] = [0, 0];
  for (let index = 0; index <= rows.length; index++) {
    const spans = rows[index]?.spans;
    const isCrossed = !spans || spans.some((span) => span.x < x && span.endX > x);
    if (isCrossed) {
      if (Math.min(before, behind) >= LINES_MIN.shorter && Math.max(before, behind) >= LINES_MIN.longer)
        runs.push({ from, to: index, lines: Math.min(before, behind) });
      from = index + 1;
      [before, behind] = [0, 0];
      continue;
    }
    if (spans[0]!.x < x) before++;
    if (spans.at(-1)!.x >= x) behind++;
  }
  return runs;
}

/** A gap wider than this many usual ones separates blocks. */
const BLOCK_GAP = 1.7;

/** A run without its tables, whose gaps align with those of the columns by chance. */
function proseParts(run: readonly Row[]): Row[][] {
  const gaps = run.slice(1).map((row, i) => run[i]!.y - row.y);
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  const blocks: Row[][] = [];
  for (const [index, row] of run.entries()) {
    if (index === 0 || gaps[index - 1]! > usual * BLOCK_GAP) blocks.push([row]);
    else blocks.at(-1)!.push(row);
  }
  const parts: Row[][] = [[]];
  for (const block of blocks) {
    if (isTabular(block)) parts.push([]);
    else for (const row of block) parts.at(-1)!.push(row);
  }
  return parts.map(withoutLooseEnds);
}

function isTabular(rows: readonly Row[]): boolean {
  if (rows.length < 2) return false;
  const numeric = rows.filter(
    ({ pieces, spans }) =>
      spans.length > 1 && letterShare(textOf(pieces.filter(({ x }) => x >= spans[1]!.x))) < 0.4,
  );
  return numeric.length >= rows.length / 2;
}

/** Drops rows at both ends that are far off and on one side only: headings of neighbouring text. */
function withoutLooseEnds(rows: Row[]): Row[] {
  const isLoose = (row: Row | undefined, next: Row | undefined) =>
    row !== undefined && next !== undefined && row.spans.length === 1 && row.size > next.size * 1.15;
  let [from, to] = [0, rows.length];
  while (isLoose(rows[from], rows[from + 1])) from++;
  while (to > from && isLoose(rows[to - 1], rows[from])) to--;
  return rows.slice(from, to);
}

/** In font heights. */
const COLUMN_WIDTH_MIN = 6;

/** The columns of a run of rows, if they are prose and were not written column by column. */
function regionOf(rows: readonly Row[]): Region | undefined {
  const size = rows[Math.floor(rows.length / 2)]?.size ?? 0;
  const columns = spansOf(
    rows.flatMap(({ spans }) => spans).sort((a, b) => a.x - b.x),
    size * GUTTER_MIN,
  ).reduce<{ x: number; endX: number }[]>((wide, span) => {
    // A bullet or a number is no column; it belongs to its text.
    const last = wide.at(-1);
    if (last && last.endX - last.x < size * COLUMN_WIDTH_MIN) last.endX = span.endX;
    else wide.push({ ...span });
    return wide;
  }, []);
  if (columns.length < 2) return undefined;
  const gutters = columns.slice(1).map(({ x }, i) => (columns[i]!.endX + x) / 2);
  const region = { rows, gutters, isRightToLeft: false };
  const lines = columns.map((_, column) =>
    rows.flatMap((row) => {
      const pieces = row.pieces.filter((piece) => columnAt(region, piece) === column);
      return pieces.length > 0 ? [{ pieces, row }] : [];
    }),
  );
  const isProse = columns.every((column, i) => isProseColumn(lines[i]!, column.endX - column.x));
  if (!isProse || !isWrittenInRows(region, least(lines.map(({ length }) => length)))) return undefined;
  const text = lines.flat().map(({ pieces }) => textOf(pieces));
  return { ...region, isRightToLeft: /^\P{L}*[\p{sc=Arab}\p{sc=Hebr}]/u.test(text.join(' ')) };
}

const LETTERS_MIN = 0.6;
/** Share of lines that fill most of their column, continue the line above, and have gaps of their own. */
const FULL_LINES_MIN = 0.5;
const FLOWING_LINES_MIN = 0.25;
const GAPPED_LINES_MAX = 0.5;
/** Lines this full with this many words are prose whatever they begin with: names, titles of works. */
const FULL_OF_WORDS = { lines: 0.8, wordsMin: 4 };

function isProseColumn(lines: readonly { pieces: readonly Piece[]; row: Row }[], width: number): boolean {
  if (lines.length < LINES_MIN.shorter) return false;
  const texts = lines.map(({ pieces }) => textOf(pieces));
  const all = texts.join(' ');
  if (letterShare(all) < LETTERS_MIN) return false;
  const full = lines.filter(({ pieces }) => pieces.at(-1)!.endX - pieces[0]!.x >= width * 0.6);
  const gapped = lines.filter(({ pieces, row }) => spansOf(pieces, row.size * 1.8).length > 1);
  if (gapped.length > lines.length * GAPPED_LINES_MAX) return false;
  // In scripts without case, only the lengths of the lines tell.
  const isCased = (all.match(/\p{Lu}|\p{Ll}/gu)?.length ?? 0) > all.length / 3;
  if (!isCased) return full.length >= lines.length * 0.6;
  const words = all.split(/\s+/).length / lines.length;
  if (full.length >= lines.length * FULL_OF_WORDS.lines && words >= FULL_OF_WORDS.wordsMin) return true;
  const flowing = texts.slice(1).filter((text) => /^["'“‘(]?\p{Ll}/u.test(text));
  return (
    full.length >= lines.length * FULL_LINES_MIN && flowing.length >= (lines.length - 1) * FLOWING_LINES_MIN
  );
}

/** Whether the content alternates between the columns. */
function isWrittenInRows(region: Region, linesOfShortest: number): boolean {
  const order = region.rows.flatMap(({ pieces }) => pieces).sort((a, b) => a.index - b.index);
  let switches = 0;
  for (const [i, piece] of order.entries())
    if (i > 0 && columnAt(region, piece) !== columnAt(region, order[i - 1]!)) switches++;
  const sideBySide = region.rows.reduce(
    (sum, { pieces }) => sum + new Set(pieces.map((piece) => columnAt(region, piece))).size - 1,
    0,
  );
  return switches >= Math.max(region.gutters.length + 3, linesOfShortest, sideBySide);
}

function columnAt({ gutters }: Region, { x }: { readonly x: number }): number {
  let column = 0;
  while (column < gutters.length && x >= gutters[column]!) column++;
  return column;
}

/** Content between a region's columns follows it; blanks between columns are dropped. */
function reordered(
  items: readonly PdfTextItem[],
  columnOfItem: ReadonlyMap<number, { region: Region; column: number }>,
): PdfTextItem[] {
  const columnsOf = new Map<Region, PdfTextItem[][]>();
  const ordered: (PdfTextItem | Region)[] = [];
  let previous: { region: Region; column: number } | undefined;
  for (const [index, item] of items.entries()) {
    const found = columnOfItem.get(index);
    const isBlank = item.str.trim() === '';
    const place = found ?? (isBlank ? previous : undefined);
    if (!isBlank) previous = found;
    if (!place) {
      ordered.push(item);
      continue;
    }
    const { region, column } = place;
    let columns = columnsOf.get(region);
    if (!columns) {
      columns = Array.from({ length: region.gutters.length + 1 }, () => []);
      columnsOf.set(region, columns);
      ordered.push(region);
    }
    if (!isBlank || columnAt(region, placeOf(item)) === column) columns[column]!.push(item);
  }
  return ordered.flatMap((entry) => {
    if ('str' in entry) return [entry];
    const columns = columnsOf.get(entry)!;
    return (entry.isRightToLeft ? columns.toReversed() : columns).flat();
  });
}
