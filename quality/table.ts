/** A column of a table: its heading, and its cell in the line of a row. */
export type Column<Row> = readonly [heading: string, cell: (row: Row) => string];

export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map(([, cell]) => cell(row)));
  return table([columns.map(([heading]) => heading), ...lines]);
}

/** First column left-aligned, the others right-aligned, two spaces between. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function share(value: number): string {
  return value.toFixed(4).replace(/^0/, '');
}

export function milliseconds(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(2);
}

export function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${share(Math.abs(value))}`;
}
