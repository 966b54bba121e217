import { greatest, least } from './extremes.ts';
import type { PdfLine } from './pdf-lines.ts';
import { columnsOf, type HeadedColumn, isYear, valuesOf, withHeads } from './pdf-table-columns.ts';

/**
 * Adds column heads and group labels to each row of figures, so that it makes sense on its own: `Cost of revenues:
 * Product costs | 2019: 656 | 2018: 719`. Everything else stays unchanged.
 *
 * @param lines Of one page, in reading order.
 * @param isHeading Whether a line is a heading of the text.
 */
export function withHeadedRows(lines: readonly PdfLine[], isHeading: (line: PdfLine) => boolean): PdfLine[] {
  const written = new Map<PdfLine, PdfLine | null>();
  for (const table of tablesOf(lines, isHeading)) headRows(table, written);
  return lines.flatMap((line) => {
    const instead = written.get(line);
    return instead === null ? [] : [instead ?? line];
  });
}

interface Table {
  /** The lines above the first row, up to the previous row or prose. */
  readonly head: readonly PdfLine[];
  /** Rows of figures and the lines between them. */
  readonly body: PdfLine[];
}

function tablesOf(lines: readonly PdfLine[], isHeading: (line: PdfLine) => boolean): Table[] {
  const width = greatest(lines.map(({ endX }) => endX)) - least(lines.map(({ x }) => x));
  const tables: Table[] = [];
  let open: Table | null = null;
  let between: PdfLine[] = [];
  let wasProse = false;
  for (const line of lines) {
    if (
      isFigureRow(line) ||
      isRowOfFigures(line, open && between.length === 0 ? open.body.at(-1) : between.at(-1))
    ) {
      if (!open || between.some((other) => isAbove(other, open!))) {
        open = { head: between, body: [] };
        tables.push(open);
      } else open.body.push(...between);
      open.body.push(line);
      between = [];
      wasProse = false;
      continue;
    }
    wasProse = isProse(line, width) || (wasProse && /^\p{Ll}/u.test(line.text));
    if (wasProse || line.isRow || line.angle !== 0 || isHeading(line)) {
      open = null;
      between = [];
    } else between.push(line);
  }
  return tables;
}

/** Figures after their label. A row of years is a head. */
export function isFigureRow(line: PdfLine): boolean {
  const values = valuesOf(line);
  return (
    line.angle === 0 &&
    values.length > 0 &&
    values.length < line.cells.length &&
    !values.every(({ text }) => isYear(text))
  );
}

/** Only figures, below as many heads or figures. */
function isRowOfFigures(line: PdfLine, above: PdfLine | undefined): boolean {
  const values = valuesOf(line);
  return (
    values.length > 1 &&
    values.length === line.cells.length &&
    !values.every(({ text }) => isYear(text)) &&
    above !== undefined &&
    (above.cells.length === values.length || valuesOf(above).length === values.length)
  );
}

/** Whether it stands over the columns read so far: the head of another table. */
function isAbove({ cells }: PdfLine, { body }: Table): boolean {
  const left = least(body.flatMap((row) => valuesOf(row).map(({ x }) => x)));
  return cells.length > 1 || cells[0]!.x >= left;
}

/** As a share of the width of the page's text. */
const PROSE_WIDTH_MIN = 0.7;

function isProse({ x, endX, text, cells }: PdfLine, width: number): boolean {
  return (
    cells.length === 1 && (endX - x > width * PROSE_WIDTH_MIN || (text.length > 50 && /[.;]$/.test(text)))
  );
}

/** The text of a table's rows, or null for a line merged into one. */
function headRows({ head, body }: Table, written: Map<PdfLine, PdfLine | null>): void {
  const rows = body.filter((line) => valuesOf(line).length > 0);
  const columns = withHeads(columnsOf(rows), head, rows[0]!);
  if (!columns.some(({ head: own, above }) => own !== '' || above !== '')) return;
  const left = least(rows.flatMap((row) => valuesOf(row).map(({ x }) => x)));
  const groups: Group[] = [];
  const labels = head.slice(head.findLastIndex(({ endX }) => endX >= left) + 1);
  let previous: PdfLine | undefined;
  for (const line of [...labels, ...body]) {
    if (rows.includes(line)) {
      const begun = previous && isBegun(previous, line) ? previous : undefined;
      if (begun) {
        groups.pop();
        written.set(begun, null);
      }
      const group = groupOf(groups, begun ?? line);
      const cells = cellsUnder(columns, line);
      const isLabelled = valuesOf(line).length < line.cells.length;
      if (begun) cells[0] = `${begun.text}${isLabelled ? ' ' : ' | '}${cells[0]}`;
      if (group) cells[0] = `${group}: ${cells[0]}`;
      written.set(line, { ...line, text: cells.join(' | '), isRow: true });
    } else if (line.cells.length === 1) {
      const isEnd = previous && isGroupEnd(previous, line);
      const text = isEnd ? `${previous!.text} ${line.text}` : line.text;
      closeGroups(groups, line);
      groups.push({ x: line.x, font: line.font, text, hasIndented: false });
    }
    previous = line;
  }
}

/** Whether the row's label began on the line above. */
function isBegun(line: PdfLine, row: PdfLine): boolean {
  return isLabelBegun(line, row) && (/^\p{Ll}/u.test(row.text) || /(?:,|\s\p{Ll}{1,3})$/u.test(line.text));
}

function isLabelBegun(line: PdfLine, next: PdfLine): boolean {
  const drop = line.y - next.y;
  return (
    line.cells.length === 1 && !/[:.]$/.test(line.text) && drop > 0 && drop < line.size * LINE_HEIGHT_MAX
  );
}

/** Whether a group's label began on the line above. */
function isGroupEnd(line: PdfLine, next: PdfLine): boolean {
  const isBroken =
    /^\p{Ll}/u.test(next.text) || (next.text.endsWith(':') && line.text.length > BROKEN_CHARACTERS_MIN);
  return isBroken && isLabelBegun(line, next);
}

const BROKEN_CHARACTERS_MIN = 30;

/** In font heights. */
const LINE_HEIGHT_MAX = 1.7;

/**
 * A line that heads a group of rows: those indented further or, when it ends in a colon or has another font, those
 * right below.
 */
interface Group {
  readonly x: number;
  readonly font: string;
  readonly text: string;
  hasIndented: boolean;
}

/** The labels of a row's groups; may be empty. */
function groupOf(groups: Group[], row: PdfLine): string {
  const last = groups.at(-1);
  const isFlat =
    last &&
    !last.hasIndented &&
    (last.text.endsWith(':') || last.font !== row.font) &&
    Math.abs(last.x - row.x) < row.size * INDENT_MIN;
  if (!isFlat) closeGroups(groups, row);
  const group = groups.at(-1);
  if (!group) return '';
  group.hasIndented ||= !isFlat;
  return group.text.length <= GROUP_CHARACTERS_MAX ? group.text.replace(/:$/, '') : '';
}

/** Closes the groups that a line is not indented below. */
function closeGroups(groups: Group[], { x, size }: PdfLine): void {
  while (groups.length > 0 && groups.at(-1)!.x >= x - size * INDENT_MIN) groups.pop();
}

/** In font heights. */
const INDENT_MIN = 0.25;
const GROUP_CHARACTERS_MAX = 80;

/** The cells of a row, figures with their column heads. */
function cellsUnder(columns: readonly HeadedColumn[], row: PdfLine): string[] {
  const values = new Set(valuesOf(row));
  let above = '';
  return row.cells.flatMap((cell) => {
    const column = values.has(cell)
      ? columns.find(({ x, endX }) => cell.x < endX && cell.endX > x)
      : undefined;
    const parts = column && column.above !== '' && column.above !== above ? [column.above] : [];
    above = column?.above ?? above;
    return [...parts, column?.head ? `${column.head}: ${cell.text}` : cell.text];
  });
}
