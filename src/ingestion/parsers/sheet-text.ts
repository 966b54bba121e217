import { IngestFailure } from '../../errors.ts';
import type { DocumentText } from '../document-text.ts';
import { addTable, headerRowOf } from './table-lines.ts';

/** A row of a sheet that has text in it. Numbers of rows and columns count from 0. */
export interface SheetRow {
  readonly row: number;
  /** Text by column, in ascending order, none empty. */
  readonly cells: ReadonlyMap<number, string>;
}

/** Rows of all sheets of a file together, cells with text of one sheet, and columns as Excel has them. */
export const SHEET_LIMITS = { rowsMax: 200_000, cellsMax: 2_000_000, columnsMax: 16_384 };

/** @param bound What there is too much of: `200000 rows`. */
export function tooLarge(bound: string): IngestFailure {
  return new IngestFailure(
    'too_complex',
    `The tables have more than ${bound}. Split the file and send the parts.`,
  );
}

/**
 * Adds a sheet as a section. A blank row ends a table: the next one has headers of its own, or goes on with those
 * above it where its columns are the same and nothing speaks for new ones.
 */
export function addSheet(document: DocumentText, name: string, rows: readonly SheetRow[]): void {
  if (rows.length === 0) return;
  document.add('heading', name, { level: 1 });
  let above: { columns: string; headers: readonly string[] } | undefined;
  for (const table of tablesOf(rows)) {
    const used = [...new Set(table.flatMap(({ cells }) => [...cells.keys()]))].sort((a, b) => a - b);
    const columns = `${used[0]}–${used.at(-1)}`;
    const dense = table.map(({ cells }) => used.map((column) => cells.get(column) ?? ''));
    const goesOn = above?.columns === columns && above.headers.length === used.length && !hasHeaders(dense);
    const headers = addTable(document, dense, goesOn ? { headers: above!.headers } : {});
    if (headers.length > 0) above = { columns, headers };
  }
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

/** Whether names stand above numbers: text above text may as well be a row like any other. */
function hasHeaders(rows: readonly (readonly string[])[]): boolean {
  const headerRow = headerRowOf(rows);
  return headerRow !== -1 && rows.slice(headerRow + 1).some((row) => row.some((cell) => /^\D?\d/.test(cell)));
}
