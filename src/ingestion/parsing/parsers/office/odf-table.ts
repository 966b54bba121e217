import { attributeNamed, type XmlAttributes } from '../xml.ts';
import { SHEET_LIMITS, type SheetRow, tooLarge } from './sheet-text.ts';

interface OpenCell {
  readonly texts: string[];
  readonly date: string | undefined;
  readonly copies: number;
  readonly rowSpan: number;
  readonly isCovered: boolean;
}

/** A cell can declare many repetitions without being written again. */
const COPIES_MAX = 1_000;

/**
 * Collects one table while it is read; nested content is text of its cell. Repeated rows are read once. A merged cell is
 * repeated in each of its rows.
 *
 * @throws {IngestFailure} `too_complex` for more rows than `rowsMax`.
 */
export function startOdfTable(rowsMax: number = SHEET_LIMITS.rowsMax) {
  const rows: SheetRow[] = [];
  const merged = new Map<number, { text: string; rowsLeft: number }>();
  let row = 0;
  let rowCopies = 1;
  let column = 0;
  let cellCount = 0;
  let cells = new Map<number, string>();
  let cell: OpenCell | undefined;

  function endCell({ texts, date, copies, rowSpan, isCovered }: OpenCell): void {
    const above = merged.get(column);
    const text = (isCovered && above ? above.text : (date ?? texts.join(' '))).trim();
    if (above && --above.rowsLeft <= 0) merged.delete(column);
    if (rowSpan > 1) merged.set(column, { text, rowsLeft: rowSpan - 1 });
    const written = text === '' ? 0 : Math.min(copies, COPIES_MAX, SHEET_LIMITS.columnsMax - column);
    for (let copy = 0; copy < written; copy++) cells.set(column + copy, text);
    cellCount += Math.max(written, 0);
    column += copies;
    if (cellCount > SHEET_LIMITS.cellsMax) throw tooLarge(`${SHEET_LIMITS.cellsMax} cells`);
  }

  return {
    open(name: string, attributes: XmlAttributes): void {
      if (name === 'table-row') {
        rowCopies = countOf(attributes, 'number-rows-repeated');
        column = 0;
        cells = new Map();
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = {
          texts: [],
          // The displayed date depends on the country.
          date: attributeNamed(attributes, 'date-value')?.replace('T', ' '),
          copies: countOf(attributes, 'number-columns-repeated'),
          rowSpan: countOf(attributes, 'number-rows-spanned'),
          isCovered: name === 'covered-table-cell',
        };
      }
    },
    /** A paragraph of the open cell. */
    addText(text: string): void {
      cell?.texts.push(text);
    },
    close(name: string): void {
      if (cell && (name === 'table-cell' || name === 'covered-table-cell')) {
        endCell(cell);
        cell = undefined;
      } else if (name === 'table-row') {
        if (cells.size > 0) rows.push({ row, cells });
        if (rows.length > rowsMax) throw tooLarge(`${SHEET_LIMITS.rowsMax} rows`);
        row += rowCopies;
      }
    },
    finish: () => rows,
  };
}

function countOf(attributes: XmlAttributes, name: string): number {
  const count = Math.trunc(Number(attributeNamed(attributes, name) ?? 1));
  return count >= 1 ? count : 1;
}
