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
  const placeOfItem = new Map<number, Place>();
  for (const region of regionsOf(rows)) {
    const pieces = region.rows.flatMap((row) => row.pieces);
    const first = least(pieces.map(({ index }) => index));
    for (const piece of pieces)
      placeOfItem.set(piece.index, { region, first, column: columnAt(region, piece) });
  }
  return placeOfItem.size === 0 ? items : reordered(items, placeOfItem);
}

/** Where a piece of a region stands. */
interface Place {
  readonly region: Region;
  /** Index of the region's first piece in the page's content. */
  readonly first: number;
  readonly column: number;
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
    const region = regionOf(within.slice(found.from, found.to));
    if (region) regions.push(region);
    waiting.push(within.slice(0, found.from), within.slice(found.to));
  }
  return regions;
}

/** Minimum lines of the shorter of two columns, and of the longer one. */
const LINES_MIN = { shorter: 3, longer: 5 };

/**
 * The longest run of rows in which one position across the page is free, with text on both sides. Where one column is
 * longer than the next, only a position between the columns is free beside all of its lines.
 */
function longestRun(rows: readonly Row[]): Run | undefined {
  const left = least(rows.map(({ spans }) => spans[0]!.x));
  const right = greatest(rows.map(({ spans }) => spans.at(-1)!.endX));
  let best: Run | undefined;
  for (let place = 1; place < PLACES_MAX; place++) {
    const x = left + ((right - left) * place) / PLACES_MAX;
    for (const run of freeRuns(rows, x)) {
      const more = best ? run.lines - best.lines || run.to - run.from - (best.to - best.from) : 1;
      if (more > 0) best = run;
    }
  }
  return best;
}

/** Rows by index, end exclusive; `lines` of the side that has fewer. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly lines: number;
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
const FULL_LINES_MIN = { cased: 0.5, uncased: 0.6 };
const FLOWING_LINES_MIN = 0.25;
const GAPPED_LINES_MAX = 0.5;

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
  if (full.length < lines.length * FULL_LINES_MIN[isCased ? 'cased' : 'uncased']) return false;
  const flowing = texts.slice(1).filter((text) => /^["'“‘(]?\p{Ll}/u.test(text));
  return !isCased || flowing.length >= (lines.length - 1) * FLOWING_LINES_MIN;
}

/** Whether the content alternates between the columns. */
function isWrittenInRows(region: Region, linesOfShortest: number): boolean {
  const order = region.rows.flatMap(({ pieces }) => pieces).sort((a, b) => a.index - b.index);
  let switches = 0;
  for (const [i, piece] of order.entries())
    if (i > 0 && columnAt(region, piece) !== columnAt(region, order[i - 1]!)) switches++;
  // In a table whose cells are prose, several lines of a cell come before the next one.
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
  placeOfItem: ReadonlyMap<number, Place>,
): readonly PdfTextItem[] {
  let previous: Place | undefined;
  const placed = items.flatMap((item, index) => {
    const isBlank = item.str.trim() === '';
    const place = placeOfItem.get(index) ?? (isBlank ? previous : undefined);
    if (!isBlank) previous = place;
    if (!place) return [{ item, at: index, column: 0 }];
    const { region, first, column } = place;
    if (isBlank && columnAt(region, placeOf(item)) !== column) return [];
    return [{ item, at: first, column: region.isRightToLeft ? -column : column }];
  });
  return placed.sort((a, b) => a.at - b.at || a.column - b.column).map(({ item }) => item);
}
