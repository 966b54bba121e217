import { joinLines } from '../joined-lines.ts';
import { least } from './extremes.ts';
import type { PdfCell, PdfLine } from './pdf-lines.ts';
import { type Column, isFigure, isYear, overlap } from './pdf-tables.ts';

/**
 * Adds its column's head to each cell of tables of words, or of words and figures: `Plan: Team | Storage: 100 GB`. Such a
 * table has a head of several names, and all cells below stand in their columns. Everything else stays unchanged.
 *
 * @param lines Of one page, in reading order.
 * @param isHeading Whether a line is a heading of the text.
 * @param vocabulary Of `vocabularyOf`.
 */
export function withHeadedCells(
  lines: readonly PdfLine[],
  isHeading: (line: PdfLine) => boolean,
  vocabulary: ReadonlySet<string>,
): PdfLine[] {
  const written = new Map<PdfLine, PdfLine | null>();
  let heads = 0;
  for (const [at, head] of lines.entries()) {
    if (written.has(head) || !isHead(head)) continue;
    if (++heads > HEADS_MAX) break;
    const placed = placedBelow(head, lines.slice(at + 1, at + 1 + LINES_MAX), isHeading);
    const rows = tableOf(head, placed, vocabulary);
    for (const { lines: of, cells } of rows) {
      const text = [...cells]
        .map(([column, cell]) => `${head.cells[column]!.text}: ${cell.text}`)
        .join(' | ');
      for (const line of of) written.set(line, null);
      written.set(of[0]!, {
        ...of[0]!,
        cells: [{ text, x: of[0]!.x, endX: of[0]!.endX }],
        text,
        bottom: least(of.map(({ y, bottom = y }) => bottom)),
        isRow: true,
      });
    }
  }
  return lines.flatMap((line) => {
    const instead = written.get(line);
    return instead === null ? [] : [instead ?? line];
  });
}

/** The rows below a head; none when they are no table, or labels with figures alone. */
function tableOf(
  head: PdfLine,
  placed: readonly PlacedLine[],
  vocabulary: ReadonlySet<string>,
): readonly GridRow[] {
  const all = gridRowsOf(placed, vocabulary);
  // A cell alone is a label, or a note below the table.
  const rows = all.filter(({ cells }) => cells.size > 1);
  const cells = rows.flatMap((row) => [...row.cells.values()]);
  const isTable =
    rows.length >= ROWS_MIN &&
    cells.length >= all.length * head.cells.length * FILLED_MIN &&
    !placed.every(isOfFigures) &&
    !isProse(cells) &&
    (isOtherFont(head, placed) ||
      head.cells.some((name, column) => isOverFigures(name, cellsIn(rows, column))));
  return isTable ? rows : [];
}

function cellsIn(rows: readonly GridRow[], column: number): PdfCell[] {
  return rows.flatMap((row) => row.cells.get(column) ?? []);
}

/** The next lines whose cells all stand in the head's columns, which grow with them. */
function placedBelow(
  head: PdfLine,
  lines: readonly PdfLine[],
  isHeading: (line: PdfLine) => boolean,
): PlacedLine[] {
  const columns = head.cells.map(({ x, endX }) => ({ x, endX }));
  const placed: PlacedLine[] = [];
  let bottom = head.y;
  for (const line of lines) {
    const isNext =
      line.angle === 0 &&
      line.y < head.y &&
      bottom - line.y < line.size * ROW_PITCH_MAX &&
      line.text !== head.text &&
      !isHeading(line);
    const places = isNext && placesOf(line, columns);
    if (!places) break;
    for (const [i, { x, endX }] of line.cells.entries()) {
      const column = columns[places[i]!]!;
      column.x = Math.min(column.x, x);
      column.endX = Math.max(column.endX, endX);
    }
    placed.push({ line, places });
    bottom = Math.min(bottom, line.bottom ?? line.y);
  }
  return placed;
}

/** Whether it has only figures, beside a label in the first column. */
function isOfFigures({ line, places }: PlacedLine): boolean {
  return line.cells.every(({ text }, i) => places[i] === 0 || isFigure(text));
}

/** Lines of a page tried as heads; each of many might be one. */
const HEADS_MAX = 200;
const HEAD_CELLS_MIN = 3;
const HEAD_CELLS_MAX = 20;
const ROWS_MIN = 2;
const LINES_MAX = 200;
/** Share of the columns that a row fills. */
const FILLED_MIN = 0.6;
/** In font heights. */
const ROW_PITCH_MAX = 4;
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

/** The column of each cell: the only one that it overlaps or, if the row has one for each column, its own. */
function placesOf({ cells }: PdfLine, columns: readonly Column[]): number[] | undefined {
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

/** Whether the first line below the head, and most others, have another font. */
function isOtherFont(head: PdfLine, placed: readonly PlacedLine[]): boolean {
  const same = placed.filter(({ line: { font, size } }) => font === head.font && size === head.size);
  return same[0] !== placed[0] && same.length <= placed.length * SAME_FONT_MAX;
}

/** A table's sums may have the font of its head. */
const SAME_FONT_MAX = 0.2;

/** Whether a name without figures stands over cells with figures. */
function isOverFigures(name: PdfCell, cells: readonly PdfCell[]): boolean {
  return (
    cells.length >= ROWS_MIN && !/\p{Nd}/u.test(name.text) && cells.every(({ text }) => /\p{Nd}/u.test(text))
  );
}

/** A line whose cells all stand in columns, by index. */
interface PlacedLine {
  readonly line: PdfLine;
  readonly places: readonly number[];
}

/** The lines of one row, in reading order, and its cells by column. */
interface GridRow {
  readonly lines: readonly PdfLine[];
  readonly cells: ReadonlyMap<number, PdfCell>;
}

/**
 * The rows of a table, from top to bottom. Where rows stand further apart than the lines of a cell, a row takes several
 * lines; else each line is a row.
 *
 * @param lines In reading order, which may be that of the cells.
 * @param vocabulary Of `vocabularyOf`.
 */
function gridRowsOf(lines: readonly PlacedLine[], vocabulary: ReadonlySet<string>): GridRow[] {
  const sorted = lines.toSorted((a, b) => b.line.y - a.line.y);
  const size = sorted[0]?.line.size ?? 0;
  const leading = leadingOf(sorted);
  const wrapped = leading <= size * LEADING_MAX ? groupedBy(sorted, leading * ROW_GAP_MIN) : [];
  const doubtful = wrapped.filter(isSeveralRows).flat();
  const groups =
    wrapped.length > 0 && doubtful.length <= lines.length * DOUBTFUL_MAX
      ? wrapped
      : groupedBy(sorted, size * BASELINE_SHIFT_MAX);
  const order = new Map(lines.map((placed, i) => [placed, i]));
  return groups.map((group) => {
    const inOrder = group.toSorted((a, b) => order.get(a)! - order.get(b)!);
    return { lines: inOrder.map(({ line }) => line), cells: cellsOf(group, vocabulary) };
  });
}

/** In font heights. */
const LEADING_MAX = 1.5;
const BASELINE_SHIFT_MAX = 0.5;
/** In distances of a cell's lines. */
const ROW_GAP_MIN = 1.15;
/** Share of lines in rows that may look like several. */
const DOUBTFUL_MAX = 0.25;

/** The smallest distance of two lines of one column; Infinity without any. */
function leadingOf(lines: readonly PlacedLine[]): number {
  const bottoms = new Map<number, number>();
  return least(
    lines.flatMap(({ line, places }) =>
      places.map((place) => {
        const drop = (bottoms.get(place) ?? Number.POSITIVE_INFINITY) - line.y;
        bottoms.set(place, line.bottom ?? line.y);
        return drop > line.size * BASELINE_SHIFT_MAX ? drop : Number.POSITIVE_INFINITY;
      }),
    ),
  );
}

/** @param lines From top to bottom; those within `gapMax` below another are in its group. */
function groupedBy(lines: readonly PlacedLine[], gapMax: number): PlacedLine[][] {
  const groups: PlacedLine[][] = [];
  let bottom = Number.POSITIVE_INFINITY;
  for (const placed of lines) {
    if (bottom - placed.line.y <= gapMax) groups.at(-1)!.push(placed);
    else groups.push([placed]);
    bottom = Math.min(bottom, placed.line.bottom ?? placed.line.y);
  }
  return groups;
}

/** Whether several lines have a label, fill most of the columns and continue no cell. */
function isSeveralRows(group: readonly PlacedLine[]): boolean {
  const columns = new Set(group.flatMap(({ places }) => places));
  const label = least(columns);
  const full = groupedBy(group, group[0]!.line.size * BASELINE_SHIFT_MAX).filter((row) => {
    const cells = row.flatMap(({ line }) => line.cells);
    const hasLabel = row.some(({ places }) => places.includes(label));
    const isContinued = cells.some(({ text }) => /^\p{Ll}/u.test(text));
    return hasLabel && cells.length > columns.size * FILLED_MIN && !isContinued;
  });
  return full.length > 1;
}

function cellsOf(group: readonly PlacedLine[], vocabulary: ReadonlySet<string>): Map<number, PdfCell> {
  const parts = Map.groupBy(
    group.flatMap(({ line, places }) => line.cells.map((cell, i) => ({ ...cell, place: places[i]! }))),
    ({ place }) => place,
  );
  return new Map(
    [...parts]
      .sort(([a], [b]) => a - b)
      .map(([place, cells]) => [place, { ...cells[0]!, text: joinLines(cells, vocabulary) }]),
  );
}
