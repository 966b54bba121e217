import { type RowPart, rowParts } from '@docent-server/client';
import { printableLines, type Terminal } from './terminal.ts';

/** Columns of a file or a pipe. */
const COLUMNS = 100;
/** UTF-16 units after which a line without a cell's border is prose and is written at once. */
const HELD_UNITS = 80;
const GAP = '  ';

/** Writes an answer while it arrives, but rows of tables once all of them are there. */
export function createAnswerWriter(terminal: Pick<Terminal, 'write' | 'columns'>) {
  let rows: string[] = [];
  /** The part of the line that was not written. */
  let line = '';
  let isBegun = false;
  let isCode = false;

  function flush(rest: string): void {
    const table = rows.length === 0 ? '' : `${inColumns(rows.join('\n'), terminal.columns)}\n`;
    terminal.write(printableLines(table + rest));
    rows = [];
  }

  function endLine(): void {
    if (line.startsWith('```')) isCode = !isCode;
    if (!isBegun && !isCode && isRow(line)) rows.push(line);
    else flush(`${line}\n`);
    line = '';
    isBegun = false;
  }

  return {
    write(delta: string): void {
      const [first, ...others] = delta.split('\n');
      line += first;
      for (const other of others) {
        endLine();
        line = other;
      }
      if (!isBegun && (isRow(line) || line.length <= HELD_UNITS)) return;
      flush(line);
      line = '';
      isBegun = true;
    },
    /** Writes what was held back, and ends the last line. */
    end(): void {
      if (line !== '' || isBegun) this.write('\n');
      flush('');
    },
  };
}

/** The text with the rows of tables in columns, or cell by cell where a line has no room for them. */
export function inColumns(text: string, columns = COLUMNS): string {
  return rowParts(text)
    .map((part) => (part.type === 'lines' ? part.text : table(part, columns)))
    .join('\n');
}

function table({ labels, rows }: Extract<RowPart, { type: 'rows' }>, columns: number): string {
  const cells = rows.map((row) => row.map(({ text }) => text));
  const all = labels ? [labels, ...cells] : cells;
  const widths = all[0]!.map((_, i) => Math.max(...all.map((row) => row[i]!.length)));
  const width = widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length);
  if (width > columns) {
    if (!labels) return cells.map((row) => row.join(' | ')).join('\n');
    return cells
      .map((row) => row.flatMap((cell, i) => (cell === '' ? [] : [`${labels[i]}: ${cell}`])).join('\n'))
      .join('\n\n');
  }
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join(GAP)
      .trimEnd();
  const [head, ...others] = all.map(line);
  const rule = labels ? [widths.map((one) => '-'.repeat(one)).join(GAP)] : [];
  return [head, ...rule, ...others].join('\n');
}

function isRow(line: string): boolean {
  return line.includes(' | ');
}
