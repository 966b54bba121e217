import { joinLines } from '../joined-lines.ts';
import { least } from './extremes.ts';
import type { PdfCell, PdfLine } from './pdf-lines.ts';

/** A line whose cells all stand in columns, by index. */
export interface PlacedLine {
  readonly line: PdfLine;
  readonly places: readonly number[];
}

/** The lines of one row, in reading order, and its cells by column. */
export interface GridRow {
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
export function gridRowsOf(lines: readonly PlacedLine[], vocabulary: ReadonlySet<string>): GridRow[] {
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
/** Share of columns that a row fills. */
const FILLED_MIN = 0.6;

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
