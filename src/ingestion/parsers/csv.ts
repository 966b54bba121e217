import papaparse from 'papaparse';
import { IngestFailure } from '../../errors.ts';
import { startDocumentText } from '../document-text.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import { decodeText } from './decode-text.ts';

const ROWS_MAX = 200_000;
/** So many rows are written at a time, so that the bound of the text stops a table whose headers are huge. */
const BLOCK_ROWS = 100;

/**
 * A table in which each row becomes one line that is understood alone: `Team: Blues | Location: STL`. Without a row
 * of headers the cells are joined as they are. Lines before the headers (a caption) stay lines of their own.
 *
 * @throws {IngestFailure} `no_text`, `damaged_file` or `too_complex`.
 */
export function parseCsv(bytes: Uint8Array): ParsedDocument {
  const document = startDocumentText();
  const rows = rowsOf(decodeText(bytes));
  const headerRow = headerRowOf(rows);
  const headers = headerRow === -1 ? [] : rows[headerRow]!;
  for (const row of rows.slice(0, Math.max(headerRow, 0))) document.add('paragraph', joinCells(row));
  if (headerRow !== -1) document.add('paragraph', joinCells(headers));
  const body = rows.slice(headerRow + 1);
  for (let first = 0; first < body.length; first += BLOCK_ROWS) {
    const lines = body.slice(first, first + BLOCK_ROWS).map((row) => pairCells(headers, row));
    document.add('table', lines.join('\n'));
  }
  return document.finish({ title: null });
}

/** Cells are trimmed, line breaks within them are spaces, and rows without any text are gone. */
function rowsOf(text: string): string[][] {
  const { data } = papaparse.parse<string[]>(text, { skipEmptyLines: 'greedy', preview: ROWS_MAX + 1 });
  if (data.length > ROWS_MAX) {
    throw new IngestFailure(
      'too_complex',
      `The table has more than ${ROWS_MAX} rows. Split the file and send the parts.`,
    );
  }
  return data
    .map((row) => row.map((cell) => cell.replace(/\s+/g, ' ').trim()))
    .filter((row) => row.some(Boolean));
}

/**
 * The first row in which every column has a name of its own: no number, no gap, none twice. It is sought at the top
 * only; -1 when the table has none, or nothing below it.
 */
function headerRowOf(rows: readonly string[][]): number {
  const columns = rows.slice(0, HEADER_SEARCH_ROWS).reduce((widest, row) => Math.max(widest, row.length), 0);
  const index = rows
    .slice(0, HEADER_SEARCH_ROWS)
    .findIndex((row) => row.length === columns && row.every(isName) && new Set(row).size === row.length);
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
