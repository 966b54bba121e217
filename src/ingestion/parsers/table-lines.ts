import type { DocumentText } from '../document-text.ts';

/** So many rows are written at a time, so that the bound of the text stops a table whose headers are huge. */
const BLOCK_ROWS = 100;

/**
 * Adds a table in which each row is one line that is understood alone: `Team: Blues | Location: STL`. Without a row of
 * headers the cells are joined as they are. Rows above the headers (a caption) stay lines of their own.
 *
 * @param rows Cells by column; rows and cells may be empty.
 * @param options.page 1-based page on which the table stands.
 * @param options.headers Those of the table that these rows go on with; they are not written again.
 * @returns The headers that the rows were written with; empty when there are none.
 */
export function addTable(
  document: DocumentText,
  rows: readonly (readonly string[])[],
  { page = null, headers: given }: { page?: number | null; headers?: readonly string[] } = {},
): readonly string[] {
  const filled = rows
    .map((row) => row.map((cell) => cell.replace(/\s+/g, ' ').trim()))
    .filter((row) => row.some(Boolean));
  const headerRow = given ? -1 : headerRowOf(filled);
  const headers = given ?? filled[headerRow] ?? [];
  for (const row of filled.slice(0, Math.max(headerRow, 0)))
    document.add('paragraph', joinCells(row), { page });
  if (headerRow !== -1) document.add('paragraph', joinCells(headers), { page });
  const body = filled.slice(headerRow + 1);
  for (let first = 0; first < body.length; first += BLOCK_ROWS) {
    const lines = body.slice(first, first + BLOCK_ROWS).map((row) => pairCells(headers, row));
    document.add('table', lines.join('\n'), { page });
  }
  return headers;
}

/**
 * The first row in which every column has a name of its own: no number, no gap, none twice. It is sought at the top
 * only; -1 when the table has none, or nothing below it.
 */
export function headerRowOf(rows: readonly (readonly string[])[]): number {
  const top = rows.slice(0, HEADER_SEARCH_ROWS);
  const columns = top.reduce((widest, row) => Math.max(widest, row.length), 0);
  const index = top.findIndex(
    (row) => row.length === columns && row.every(isName) && new Set(row).size === row.length,
  );
  return index === rows.length - 1 ? -1 : index;
}

const HEADER_SEARCH_ROWS = 5;

function isName(cell: string): boolean {
  return /\p{L}/u.test(cell) && cell.length <= 100;
}

function joinCells(row: readonly string[]): string {
  return row.filter(Boolean).join(' | ');
}

function pairCells(headers: readonly string[], row: readonly string[]): string {
  return row
    .map((cell, column) =>
      cell === '' || headers[column] === undefined ? cell : `${headers[column]}: ${cell}`,
    )
    .filter(Boolean)
    .join(' | ');
}
