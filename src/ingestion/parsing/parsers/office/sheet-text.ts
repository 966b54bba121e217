import { IngestFailure } from '../../../../errors.ts';
import type { DocumentText } from '../../document-text.ts';
import { addTable, headerRowOf } from '../table-lines.ts';

/** A row of a sheet with text. Row and column numbers count from 0. */
export interface SheetRow {
  readonly row: number;
  /** Text by column, in ascending order, none empty. */
  readonly cells: ReadonlyMap<number, string>;
}

/**
 * Rows of all sheets of a file together, cells with text in one sheet, columns as in Excel, and cells of one table with
 * the empty ones between.
 */
export const SHEET_LIMITS = {
  rowsMax: 200_000,
  cellsMax: 2_000_000,
  columnsMax: 16_384,
  gridMax: 20_000_000,
};

/** @param bound The limit exceeded: `200000 rows`. */
export function tooLarge(bound: string): IngestFailure {
  return new IngestFailure(
    'too_complex',
    `The tables have more than ${bound}. Split the file and send the parts.`,
  );
}

/**
 * Adds a sheet as a section. A blank row ends a table: the next one has its own headers, or continues with the previous
 * ones when its columns are the same and nothing suggests new ones.
 */
export function addSheet(document: DocumentText, name: string, rows: readonly SheetRow[]): void {
  if (rows.length === 0) return;
  document.add('heading', name, { level: 1 });
  let above: { columns: string; headers: readonly string[] } | undefined;
  for (const table of tablesOf(rows)) {
    const { columns: used, grid } = gridOf(table);
    const columns = `${used[0]}–${used.at(-1)}`;
    const isContinued =
      above?.columns === columns && above.headers.length === used.length && !hasHeaders(grid);
    const headers = addTable(document, grid, isContinued ? { headers: above!.headers } : {});
    if (headers.length > 0) above = { columns, headers };
  }
}

/**
 * The columns with text, in ascending order, and the rows with a cell for each of them.
 *
 * @throws {IngestFailure} `too_complex` when there are more cells than the limits say.
 */
export function gridOf(rows: readonly SheetRow[]): { columns: number[]; grid: string[][] } {
  const { gridMax } = SHEET_LIMITS;
  const used = new Set<number>();
  for (const { cells } of rows) for (const column of cells.keys()) used.add(column);
  const columns = [...used].sort((a, b) => a - b);
  if (rows.length * columns.length > gridMax) throw tooLarge(`${gridMax} cells, the empty ones among them`);
  return { columns, grid: rows.map(({ cells }) => columns.map((column) => cells.get(column) ?? '')) };
}

function tablesOf(rows: readonly SheetRow[]): SheetRow[][] {
  const tables: SheetRow[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    if (row.row > last + 1) tables.push([]);
    tables.at(-1)!.push(row);
    last = row.row;
  }
  return tables;
}

/** Whether names stand above numbers: text above text may be an ordinary row. */
function hasHeaders(rows: readonly (readonly string[])[]): boolean {
  const headerRow = headerRowOf(rows);
  return headerRow !== -1 && rows.slice(headerRow + 1).some((row) => row.some((cell) => /^\D?\d/.test(cell)));
}
