import { inOneLine } from '../../../../../text/quotation.ts';

/** A table as rows of cells, each cell a text of its own. */
export interface RstTable {
  readonly rows: readonly (readonly string[])[];
  readonly hasHead: boolean;
}

/** Whether a grid table begins on a line: `+-----+----+`. */
export function opensGrid(line: string): boolean {
  return /^\+(?:-+\+)+$/.test(line.trimEnd());
}

/** Whether a simple table begins on a line: `=====  ====`. */
export function opensSimple(line: string): boolean {
  return /^=+(?:[^\S\n]+=+)+$/.test(line.trimEnd());
}

/** A grid table. A cell over several columns is one cell, and one over several rows stands in the first. */
export function readGrid(lines: readonly string[]): RstTable {
  const rows: string[][] = [];
  let open: string[] = [];
  let hasHead = false;
  const close = () => {
    if (open.some((cell) => cell.trim() !== '')) rows.push(open.map(inOneLine));
    open = [];
  };
  for (const line of lines) {
    if (/^\+[-=+]+\+$/.test(line.trimEnd())) {
      hasHead ||= line.includes('=') && rows.length === 0 && open.length > 0;
      close();
      continue;
    }
    const cells = line
      .trim()
      .replace(/^[|+]|[|+]$/g, '')
      .split(/\|/);
    for (const [column, cell] of cells.entries())
      open[column] = `${open[column] ?? ''} ${/^[-=+]+$/.test(cell) ? '' : cell}`;
  }
  close();
  return { rows, hasHead };
}

/** A simple table: its first line says where columns begin; a row without a first cell continues the one above. */
export function readSimple(lines: readonly string[]): RstTable {
  const starts = [...lines[0]!.matchAll(/=+/g)].map(({ index }) => index);
  const cellsOf = (line: string) =>
    starts.map((start, column) => line.slice(start, starts[column + 1] ?? line.length).trim());
  const rows: string[][] = [];
  let borders = 0;
  for (const line of lines.slice(1)) {
    if (/^=+(?:[^\S\n]+=+)*$/.test(line.trimEnd())) borders++;
    else if (line.trim() !== '' && !/^-+(?:[^\S\n]+-+)*$/.test(line.trimEnd())) {
      const cells = cellsOf(line);
      const above = rows.at(-1);
      if (cells[0] !== '' || !above) rows.push(cells);
      else for (const [column, cell] of cells.entries()) above[column] = `${above[column]} ${cell}`.trim();
    }
  }
  return { rows, hasHead: borders > 1 };
}
