import { greatest, least } from './extremes.ts';
import type { PdfCell, PdfLine } from './pdf-lines.ts';

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

/** Where a column of a table stands. */
export interface Column {
  readonly x: number;
  readonly endX: number;
}

interface HeadedColumn extends Column {
  /** The heading above this column alone; may be empty. */
  readonly head: string;
  /** The heading above it and its neighbours, when it distinguishes columns or years; else empty. */
  readonly above: string;
}

/** The figures at a row's end; a year before other figures is their label. */
function valuesOf({ cells }: PdfLine): readonly PdfCell[] {
  const values = cells.slice(cells.findLastIndex(({ text }) => !VALUE.test(text)) + 1);
  const isLabelled = values.length === cells.length && isYear(values[0]?.text ?? '');
  return isLabelled && !values.every(({ text }) => isYear(text)) ? values.slice(1) : values;
}

/** A figure with its currency, brackets, per cent and footnotes, or a placeholder for none. */
const VALUE =
  /^(?:\(?[+\-–—−]?\s?\p{Sc}?\s?\(?[+\-–—−]?[\d٠-٩][\d٠-٩.,'’\u00a0\u202f ]*\)?\s?(?:%|‰|\p{Sc}|x|bps|pp|ppts?|pts?)?\s?\)?|\p{Sc}?\s?[-–—−]+\s?%?|N\/?A|n\/?a|N\/?M|n\/?m|\*)(?:\s?(?:\(\p{L}\)|\([1-9]\)|\*))?$/u;

export function isFigure(text: string): boolean {
  return VALUE.test(text);
}

export function isYear(text: string): boolean {
  return /^(?:FY\s?)?(?:19|20)\d\d(?:\s?\([a-z1-9]\))?$/.test(text);
}

/** @returns From left to right; empty when figures of one row share a column, or there are too many of them. */
function columnsOf(rows: readonly PdfLine[]): Column[] {
  const values = rows.map(valuesOf);
  const inOneRow = (a: Column, b: Column) =>
    values.some((cells) => [a, b].every((column) => cells.some((cell) => overlap(cell, column) > 0)));
  const columns: Column[] = [];
  for (const { x, endX } of values.flat().sort((a, b) => a.x - b.x)) {
    const last = columns.at(-1);
    // A placeholder may be set beside the figures.
    const isSame = last && (x < last.endX || (x - last.endX < MARGIN && !inOneRow(last, { x, endX })));
    if (isSame) columns.splice(-1, 1, { x: last.x, endX: Math.max(last.endX, endX) });
    else columns.push({ x, endX });
  }
  const isApart = columns.every((column) =>
    values.every((cells) => cells.filter((cell) => overlap(cell, column) > 0).length <= 1),
  );
  return isApart && columns.length <= COLUMNS_MAX ? columns : [];
}

const COLUMNS_MAX = 40;

/** Largest distance between a head's lines, in font heights. */
const HEAD_LEADING_MAX = 2.8;
/** Largest distance of a row's pieces from its baseline, in font heights. */
const BASELINE_SHIFT_MAX = 0.35;
const HEAD_CHARACTERS_MAX = 80;

/**
 * Reads the head of a table: the text right above its first row and over its columns.
 *
 * @param lines The lines above the first row.
 */
function withHeads(columns: readonly Column[], lines: readonly PdfLine[], firstRow: PdfLine): HeadedColumn[] {
  const heads = columns.map((): string[] => []);
  const spans = columns.map((): string[] => []);
  if (columns.length === 0) return [];
  for (const pieces of headRowsOf(columns, lines, firstRow)) {
    for (const [i, piece] of pieces.entries()) {
      const covered = coveredBy(piece, columns, { i, of: pieces.length });
      if (covered.length === 1) heads[covered[0]!]!.unshift(piece.text);
      else for (const column of covered) spans[column]!.unshift(piece.text);
    }
  }
  const shared = sharedWords(heads.map((parts) => parts.join(' ')));
  const names = heads.map((parts) => joined(parts).slice(shared.length));
  const above = spans.map((parts) => joined([...parts, shared.trim()].filter(Boolean)));
  const isTelling = new Set(above).size > 1 || (!names.some(hasYear) && above.some(hasYear));
  return columns.map((column, i) => ({ ...column, head: names[i]!, above: isTelling ? above[i]! : '' }));
}

/** The words that begin all heads, with the space after them: "Year ended". */
function sharedWords(heads: readonly string[]): string {
  const [first = '', ...others] = heads;
  if (others.length === 0) return '';
  let shared = first.slice(0, first.lastIndexOf(' ') + 1);
  while (shared !== '' && !others.every((head) => head.startsWith(shared)))
    shared = shared.slice(0, shared.trimEnd().lastIndexOf(' ') + 1);
  // A date may only be split before its year.
  return heads.every((head) => /^(?:\p{L}|(?:19|20)\d\d\b)/u.test(head.slice(shared.length))) ? shared : '';
}

function joined(parts: readonly string[]): string {
  const text = parts.join(' ');
  return text.length <= HEAD_CHARACTERS_MAX ? text : (parts.at(-1) ?? '');
}

function hasYear(text: string): boolean {
  return /\b(?:19|20)\d\d\b/.test(text);
}

/** Whether a piece is a figure, a range or the number of a phone. */
function isNumber(text: string): boolean {
  return /\p{Nd}/u.test(text) && (VALUE.test(text) || !/\p{L}/u.test(text));
}

/** `12/19`, `31.12.2019`, `2019-2020`. */
const DATE = /^(?:\d{1,2}[/.]){0,2}(?:19|20)\d\d(?!\d)|^\d{1,2}(?:\/\d{1,2}){1,2}$/;

/** The pieces over the columns, grouped by height, from the first row upwards. */
function headRowsOf(columns: readonly Column[], lines: readonly PdfLine[], firstRow: PdfLine): PdfCell[][] {
  const pieces = lines
    .flatMap(({ cells, y, size }) => cells.map((cell) => ({ ...cell, y, size })))
    .filter(({ y }) => y > firstRow.y)
    .sort((a, b) => a.y - b.y);
  const rows: (typeof pieces)[] = [];
  for (const piece of pieces) {
    const last = rows.at(-1);
    if (last && piece.y - last[0]!.y < piece.size * BASELINE_SHIFT_MAX) last.push(piece);
    else rows.push([piece]);
  }
  const heads: PdfCell[][] = [];
  let { y } = firstRow;
  for (const row of rows) {
    if (row[0]!.y - y > Math.max(row[0]!.size, firstRow.size) * HEAD_LEADING_MAX) break;
    y = row[0]!.y;
    const inOrder = row.sort((a, b) => a.x - b.x);
    // A row of another table.
    if (row.some(({ text }) => isNumber(text) && !isYear(text) && !DATE.test(text))) break;
    const over = oneEach(inOrder, columns) ?? inOrder.filter(({ endX }) => endX > columns[0]!.x - MARGIN);
    if (over.length < columns.length && over.some((piece) => isTitle(piece, columns))) break;
    // The lines and labels of a form head no columns: `8a`, `Address:`.
    if (over.some(({ text }) => /^\d+[a-z]?(?:\s\d+[a-z]?)*$|:$/.test(text) && !isYear(text))) break;
    if (over.length > 0) heads.push(over);
  }
  return heads;
}

/** Text that begins far to the left of the columns heads the whole table. */
function isTitle({ x, text }: PdfCell, columns: readonly Column[]): boolean {
  return x < columns[0]!.x - 4 * MARGIN || text.length > HEAD_CHARACTERS_MAX;
}

/** The last pieces of a row when there is one for each of several columns. */
function oneEach(row: readonly PdfCell[], columns: readonly Column[]): PdfCell[] | undefined {
  const last = row.slice(-columns.length);
  const isOver = last.every(
    (piece, i) =>
      middle(piece) < columns[i]!.endX + MARGIN && (i === 0 || middle(piece) > columns[i - 1]!.endX),
  );
  return columns.length > 1 && last.length === columns.length && isOver ? last : undefined;
}

function middle({ x, endX }: Column): number {
  return (x + endX) / 2;
}

/** Indices of the columns below a piece: `i` of `of` side by side. */
function coveredBy(
  piece: PdfCell,
  columns: readonly Column[],
  { i, of }: { i: number; of: number },
): number[] {
  const all = columns.map((_, column) => column);
  const each = columns.length / of;
  if (Number.isInteger(each)) {
    const own = all.slice(i * each, (i + 1) * each);
    const left = columns[own[0]! - 1]?.endX ?? -Infinity;
    const right = columns[own.at(-1)! + 1]?.x ?? Infinity;
    const isOver = middle(piece) > left && middle(piece) < right;
    if (isOver && (of > 1 || isCentred(piece, columns))) return own;
  }
  const covered = all.filter((column) => overlap(piece, columns[column]!) > 0);
  const best = covered.find((index) => {
    const column = columns[index]!;
    return overlap(piece, column) > 0.6 * Math.min(piece.endX - piece.x, column.endX - column.x);
  });
  return best !== undefined && covered.length < 3 ? [best] : covered;
}

/** In PDF units: figures are right-aligned, and their heads may be centred. */
const MARGIN = 12;

function isCentred(piece: PdfCell, columns: readonly Column[]): boolean {
  const [x, endX] = [columns[0]!.x, columns.at(-1)!.endX];
  return Math.abs(piece.x + piece.endX - x - endX) / 2 < Math.max(MARGIN, (endX - x) * 0.2);
}

export function overlap(a: Column, b: Column): number {
  return Math.min(a.endX, b.endX) - Math.max(a.x, b.x);
}
