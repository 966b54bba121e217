import type { PdfCell, PdfLine } from './pdf-lines.ts';

/** Where a column of a table stands. */
export interface Column {
  readonly x: number;
  readonly endX: number;
}

export interface HeadedColumn extends Column {
  /** The heading above this column alone; may be empty. */
  readonly head: string;
  /** The heading above it and its neighbours, when it distinguishes columns or years; else empty. */
  readonly above: string;
}

/** The figures at a row's end; a year before other figures is their label. */
export function valuesOf({ cells }: PdfLine): readonly PdfCell[] {
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
export function columnsOf(rows: readonly PdfLine[]): Column[] {
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
export function withHeads(
  columns: readonly Column[],
  lines: readonly PdfLine[],
  firstRow: PdfLine,
): HeadedColumn[] {
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
