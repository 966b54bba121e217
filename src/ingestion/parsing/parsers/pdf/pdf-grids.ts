import type { PdfCell, PdfLine } from './pdf-lines.ts';
import { type HeadedColumn, isFigure, isYear, overlap, valuesOf } from './pdf-table-columns.ts';

/** Rows whose cells all stand in the columns of the names above them. */
export interface Grid {
  readonly columns: readonly HeadedColumn[];
  readonly rows: PdfLine[];
}

/**
 * The table of words, or of words and figures, that a line heads; undefined when it heads none, or labels with figures
 * alone.
 *
 * @param lines Of one page, in reading order.
 * @param at Index of the line.
 * @param isHeading Whether a line is a heading of the text.
 */
export function gridBelow(
  lines: readonly PdfLine[],
  at: number,
  isHeading: (line: PdfLine) => boolean,
): Grid | undefined {
  const head = lines[at]!;
  if (!isHead(head)) return undefined;
  const names = namesOf(head, lines.slice(Math.max(at - HEAD_LINES_MAX, 0), at));
  const columns = head.cells.map(({ x, endX }, i) => ({ x, endX, head: names[i]!, above: '' }));
  const cells: PdfCell[][] = columns.map(() => []);
  const rows: PdfLine[] = [];
  for (const line of lines.slice(at + 1, at + 1 + ROWS_MAX)) {
    const previous = rows.at(-1) ?? head;
    const drop = (previous.bottom ?? previous.y) - line.y;
    const isNext =
      line.angle === 0 && drop > 0 && drop < line.size * ROW_PITCH_MAX && line.text !== head.text;
    const places = isNext && line.cells.length > 1 && !isHeading(line) && placesOf(line, columns);
    if (!places) break;
    for (const [i, cell] of line.cells.entries()) {
      const column = columns[places[i]!]!;
      column.x = Math.min(column.x, cell.x);
      column.endX = Math.max(column.endX, cell.endX);
      cells[places[i]!]!.push(cell);
    }
    rows.push(line);
  }
  const isTable =
    rows.length >= ROWS_MIN &&
    cells.flat().length >= rows.length * columns.length * FILLED_MIN &&
    !rows.every((row) => valuesOf(row).length >= row.cells.length - 1) &&
    !isProse(cells.flat()) &&
    (isOtherFont(head, rows) || cells.some((column, i) => isOverFigures(head.cells[i]!, column)));
  return isTable ? { columns, rows } : undefined;
}

const HEAD_CELLS_MIN = 3;
/** With `ROWS_MAX`, bounds the time for a page on which each line could be a head. */
const HEAD_CELLS_MAX = 20;
const ROWS_MIN = 2;
const ROWS_MAX = 100;
/** Of a row's cells, as a share. */
const FILLED_MIN = 0.6;
/** In font heights. */
const ROW_PITCH_MAX = 4;
/** Lines above a head's last one that may begin the names. */
const HEAD_LINES_MAX = 3;
const HEAD_LEADING_MAX = 1.7;
const NAME_CHARACTERS_MAX = 40;

/** Distinct names, no figures and no labels of fields. */
function isHead({ cells, angle }: PdfLine): boolean {
  return (
    angle === 0 &&
    cells.length >= HEAD_CELLS_MIN &&
    cells.length <= HEAD_CELLS_MAX &&
    new Set(cells.map(({ text }) => text)).size === cells.length &&
    cells.every(
      ({ text }) =>
        NAME.test(text) && text.length <= NAME_CHARACTERS_MAX && (isYear(text) || !isFigure(text)),
    )
  );
}

const NAME = /^[\p{L}\p{N}(#].*(?<![:,;])$/u;

/** The names of the columns, with what stands over one of them alone in the lines right above. */
function namesOf({ cells, y, size }: PdfLine, above: readonly PdfLine[]): string[] {
  const names = cells.map(({ text }) => text);
  let top = y;
  for (const line of above.toReversed()) {
    if (line.cells.length < 2 || line.y <= top || line.y - top > size * HEAD_LEADING_MAX) break;
    top = line.y;
    for (const piece of line.cells) {
      const over = cells.flatMap((cell, i) => (overlap(piece, cell) > 0 ? [i] : []));
      if (over.length === 1) names[over[0]!] = `${piece.text} ${names[over[0]!]}`;
    }
  }
  return names;
}

/** The column of each cell: the only one that it overlaps or, if the row has one for each column, its own. */
function placesOf({ cells }: PdfLine, columns: readonly HeadedColumn[]): number[] | undefined {
  const places = cells.map((cell, i) => {
    const over = columns.flatMap((column, k) => (overlap(cell, column) > 0 ? [k] : []));
    if (over.length === 0 && cells.length === columns.length) return i;
    return over.length === 1 ? over[0]! : -1;
  });
  return places.every((place, i) => place > (places[i - 1] ?? -1)) ? places : undefined;
}

/** Whether many cells begin as the middle of a sentence does. */
function isProse(cells: readonly PdfCell[]): boolean {
  return cells.filter(({ text }) => FLOWING.test(text)).length > cells.length * FLOWING_MAX;
}

const FLOWING = /^\p{Ll}+\s\S+\s\S/u;
const FLOWING_MAX = 0.15;

function isOtherFont(head: PdfLine, rows: readonly PdfLine[]): boolean {
  const same = rows.filter(({ font, size }) => font === head.font && size === head.size);
  return same.length <= rows.length * SAME_FONT_MAX;
}

/** A table's sums may have the font of its head. */
const SAME_FONT_MAX = 0.2;

/** Whether a name without figures stands over cells with figures. */
function isOverFigures(name: PdfCell, cells: readonly PdfCell[]): boolean {
  return (
    cells.length >= ROWS_MIN && !/\p{Nd}/u.test(name.text) && cells.every(({ text }) => /\p{Nd}/u.test(text))
  );
}
