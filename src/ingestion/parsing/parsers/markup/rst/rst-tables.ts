/** A table as rows of cells. */
export interface RstTable {
  readonly rows: readonly (readonly RstCell[])[];
  readonly hasHead: boolean;
}

/** The lines of a cell, which hold blocks of their own. */
export type RstCell = readonly string[];

/** Whether a grid table begins on a line: `+-----+----+`. */
export function opensGrid(line: string): boolean {
  return /^\+(?:-+\+)+$/.test(line.trimEnd());
}

/** Whether a simple table begins on a line: `=====  ====`. */
export function opensSimple(line: string): boolean {
  return /^=+(?:[^\S\n]+=+)+$/.test(line.trimEnd());
}

/**
 * A grid table, cut along the borders of each cell, as text may hold their characters. A cell over several columns
 * stands in the first, and one over several rows in each. Where borders are not straight, every bar ends a cell.
 *
 * @see docutils, `GridTableParser`.
 */
export function readGrid(lines: readonly string[]): RstTable {
  const hasHead = lines.findIndex((line) => /^\+=[+=]*\+$/.test(line)) > 0;
  const cells = gridCells(lines);
  const covered = cells.reduce(
    (sum, { top, left, bottom, right }) => sum + (bottom - top) * (right - left),
    0,
  );
  const width = lines[0]!.length;
  if (covered !== (lines.length - 1) * (width - 1) || lines.some(({ length }) => length !== width))
    return { rows: splitRows(lines), hasHead };
  const lefts = [...new Set(cells.map(({ left }) => left))].sort((a, b) => a - b);
  const tops = [...new Set(cells.map(({ top }) => top))].sort((a, b) => a - b);
  const rows = tops.map((): RstCell[] => lefts.map(() => []));
  for (const { top, left, bottom, right } of cells) {
    const text = lines.slice(top + 1, bottom).map((line) => line.slice(left + 1, right).trimEnd());
    for (let row = tops.indexOf(top); row < tops.length && tops[row]! < bottom; row++)
      rows[row]![lefts.indexOf(left)] = text;
  }
  return { rows, hasHead };
}

/** Cells of rows between full borders. */
function splitRows(lines: readonly string[]): string[][][] {
  const rows: string[][][] = [];
  let open: string[][] = [];
  for (const line of lines) {
    if (/^\+[-+=]+\+$/.test(line)) {
      rows.push(open);
      open = [];
      continue;
    }
    const pieces = line
      .slice(1)
      .replace(/\|$/, '')
      .split(/(?<=\s)\|(?=\s)/);
    for (const [column, piece] of pieces.entries()) open[column] = [...(open[column] ?? []), piece.trimEnd()];
  }
  return [...rows, open].filter(({ length }) => length > 0);
}

/** Where the borders of a cell cross: its lines are those between `top` and `bottom`. */
interface GridCell {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** The cells, each found from where its neighbours end. */
function gridCells(grid: readonly string[]): GridCell[] {
  const cells: GridCell[] = [];
  const corners = [{ top: 0, left: 0 }];
  const seen = new Set<string>();
  for (const { top, left } of corners) {
    const key = `${top} ${left}`;
    const cell = seen.has(key) ? null : cellAt(grid, top, left);
    seen.add(key);
    if (!cell) continue;
    cells.push(cell);
    corners.push({ top, left: cell.right }, { top: cell.bottom, left });
  }
  return cells;
}

/** The smallest cell whose upper left corner is there. */
function cellAt(grid: readonly string[], top: number, left: number): GridCell | null {
  for (let right = left + 1; /[-=+]/.test(grid[top]![right] ?? ''); right++) {
    if (grid[top]![right] !== '+') continue;
    for (let bottom = top + 1; /[|+]/.test(grid[bottom]?.[right] ?? ''); bottom++) {
      if (!/[|+]/.test(grid[bottom]![left]!)) break;
      if (/^\+[-=+]*\+$/.test(grid[bottom]!.slice(left, right + 1))) return { top, left, bottom, right };
    }
  }
  return null;
}

/** A simple table: its first line says where columns begin; a row without a first cell continues the one above. */
export function readSimple(lines: readonly string[]): RstTable {
  const starts = [...lines[0]!.matchAll(/=+/g)].map(({ index }) => index);
  const cellsOf = (line: string) =>
    starts.map((start, column) => line.slice(start, starts[column + 1] ?? line.length).trim());
  const rows: string[][][] = [];
  let borders = 0;
  for (const line of lines.slice(1)) {
    if (/^=+(?:[^\S\n]+=+)*$/.test(line.trimEnd())) borders++;
    else if (line.trim() !== '' && !/^-+(?:[^\S\n]+-+)*$/.test(line.trimEnd())) {
      const cells = cellsOf(line);
      const above = rows.at(-1);
      if (cells[0] !== '' || !above) rows.push(cells.map((cell) => [cell]));
      else for (const [column, cell] of cells.entries()) above[column]!.push(cell);
    }
  }
  return { rows, hasHead: borders > 1 };
}
