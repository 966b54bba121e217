import { IngestFailure } from '../../../errors.ts';
import type { DocumentText } from '../document-text.ts';

/** Rows written at a time, so that the text's bound stops a table with huge headers. */
const BLOCK_ROWS = 100;

/**
 * Adds a table; each row becomes one line that makes sense on its own: `Team: Blues | Location: STL`. Without a header
 * row the cells are joined as they are. Rows above the headers (a caption) stay lines of their own.
 *
 * @param rows Cells by column; rows and cells may be empty.
 * @param options.page 1-based page of the table.
 * @param options.headers Those of the table that these rows continue; they are not written again.
 * @returns The headers that the rows were written with; empty when there are none.
 * @throws {IngestFailure} `too_complex`.
 */
export function addTable(
  document: Pick<DocumentText, 'add'>,
  rows: readonly (readonly string[])[],
  { page = null, headers: given }: { page?: number | null; headers?: readonly string[] } = {},
): readonly string[] {
  assertBounded(rows);
  const plain = rows.map((row) => row.map((cell) => cell.replace(/\s+/g, ' ').trim()));
  const filled = (given ? plain : withoutUnused(plain)).filter((row) => row.some(Boolean));
  const headerRow = given ? -1 : headerRowOf(filled);
  const headers = given ?? filled[headerRow] ?? [];
  for (const row of filled.slice(0, Math.max(headerRow, 0)))
    document.add('paragraph', joinCells(row), { page });
  if (headerRow !== -1) document.add('paragraph', joinCells(headers), { page });
  // A table printed over several pages repeats its headers on each.
  const body = filled.slice(headerRow + 1).filter((row) => !isSame(row, headers));
  for (let first = 0; first < body.length; first += BLOCK_ROWS) {
    const lines = body.slice(first, first + BLOCK_ROWS).map((row) => pairCells(headers, row));
    document.add('table', lines.join('\n'), { page });
  }
  return headers;
}

/** As the text of a document; a cell repeated in many rows counts in each. */
const TABLE_CHARACTERS_MAX = 21_000_000;

function assertBounded(rows: readonly (readonly string[])[]): void {
  let characters = 0;
  for (const row of rows) for (const cell of row) characters += cell.length;
  if (characters <= TABLE_CHARACTERS_MAX) return;
  const why = `A table holds more than ${TABLE_CHARACTERS_MAX} characters. Split the file and send the parts.`;
  throw new IngestFailure('too_complex', why);
}

/**
 * Adds a table. Its rows have the headers in each, as in `addTable`, where the first row is known to hold them, or a row
 * of three columns or more names them. Two columns may be names and values; these rows are unchanged.
 *
 * @param options.hasHead Whether the first row is marked as the head.
 */
export function addPlainTable(
  document: Pick<DocumentText, 'add'>,
  written: readonly (readonly string[])[],
  { caption = '', hasHead = false }: { caption?: string; hasHead?: boolean } = {},
): void {
  const rows = withoutUnused(written);
  const columns = rows[0]?.length ?? 0;
  const marked = hasHead && rows.length > 1 && columns > 1 ? rows[0] : undefined;
  const headers = marked ?? (columns > 2 ? rows[headerRowOf(rows)] : undefined);
  if (!headers || joinCells(headers).length > HEADERS_CHARACTERS_MAX) {
    document.add('table', [caption, ...rows.map(joinColumns)].filter(Boolean).join('\n'));
    return;
  }
  document.add('paragraph', caption);
  if (!marked) addTable(document, rows);
  else {
    document.add('paragraph', joinCells(marked));
    addTable(document, rows.slice(1), { headers: marked });
  }
}

function withoutUnused(rows: readonly (readonly string[])[]): string[][] {
  const isUsed: boolean[] = [];
  for (const row of rows) for (const [column, cell] of row.entries()) isUsed[column] ||= cell !== '';
  return rows.map((row) => row.filter((_, column) => isUsed[column]));
}

const HEADERS_CHARACTERS_MAX = 300;

/**
 * The first row that names most columns side by side or, if it is no header row, the first that fills all. Its cells
 * must be names or years, and no values that the column repeats below; two may be the same. The corner above row names
 * may be empty. Searched at the top only; -1 when the table has none, or nothing below it.
 */
export function headerRowOf(rows: readonly (readonly string[])[]): number {
  const top = rows.slice(0, HEADER_SEARCH_ROWS);
  const columns = top.reduce((widest, row) => Math.max(widest, row.length), 0);
  const most = top.findIndex((row) => {
    const names = row.slice(row.findIndex(Boolean), row.findLastIndex(Boolean) + 1);
    return names.every(Boolean) && names.length >= columns * FILLED_SHARE_MIN;
  });
  const all = top.findIndex((row) => row.length === columns && row.slice(columns > 2 ? 1 : 0).every(Boolean));
  return [most, all].find((index) => areHeaders(rows, index)) ?? -1;
}

function areHeaders(rows: readonly (readonly string[])[], index: number): boolean {
  const row = rows[index];
  if (!row || index === rows.length - 1) return false;
  const names = row.filter(Boolean);
  const different = new Set(names).size;
  const below = rows.slice(index + 1, index + 1 + VALUE_SEARCH_ROWS).filter((other) => !isSame(other, row));
  return (
    names.every((cell) => isName(cell) || YEAR.test(cell)) &&
    names.filter(({ length }) => length <= NAME_CHARACTERS_MAX).length >= names.length * FILLED_SHARE_MIN &&
    (row[0] === '' || names.some(isName)) &&
    different >= Math.min(row.length, 2) &&
    different >= row.length * DISTINCT_SHARE_MIN &&
    !row.some((cell, column) => cell !== '' && below.some((other) => other[column] === cell))
  );
}

/** Of all columns: those that a header row fills, and its different names. */
const FILLED_SHARE_MIN = 0.7;
const DISTINCT_SHARE_MIN = 0.5;
/** Questions of a survey may be longer, but not most of them. */
const NAME_CHARACTERS_MAX = 100;
const HEADER_SEARCH_ROWS = 5;
const VALUE_SEARCH_ROWS = 200;

const YEAR = /^(?:19|20)\d\d$/;

/** Addresses have letters but name no column. */
function isName(cell: string): boolean {
  return /\p{L}/u.test(cell) && !/\S@\S+\.\S|:\/\//.test(cell);
}

function isSame(row: readonly string[], other: readonly string[]): boolean {
  return row.length === other.length && row.every((cell, column) => cell === other[column]);
}

/** Empty cells keep their place, so that columns stay aligned, except at the end. */
function joinColumns(cells: readonly string[]): string {
  return cells.slice(0, cells.findLastIndex(Boolean) + 1).join(' | ');
}

function joinCells(row: readonly string[]): string {
  return row.filter(Boolean).join(' | ');
}

/** Without headers the cells keep their place between the first and the last. */
function pairCells(headers: readonly string[], row: readonly string[]): string {
  if (headers.length === 0) return joinColumns(row.slice(Math.max(row.findIndex(Boolean), 0)));
  return joinCells(
    row.map((cell, column) => (cell === '' || !headers[column] ? cell : `${headers[column]}: ${cell}`)),
  );
}
