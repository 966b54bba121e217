import { expressionOf, LANGUAGES } from '../../languages/languages.ts';
import { endsIn } from '../../text/ends-in.ts';
import { isFigureLine } from '../../text/figure-lines.ts';

export interface TableLine {
  /** Only leads to other lines: a table's head, a label over its rows, a line of a table of contents. */
  readonly leads: boolean;
  /** For a table row, index of the line over its columns; else null. */
  readonly head: number | null;
}

/** @param lines Sentences of a passage, in reading order. */
export function tableLines(lines: readonly string[]): TableLine[] {
  const rows: Row[] = [];
  for (const line of lines) rows.push(rowOf(line));
  for (const index of standAlone(rows)) rows[index] = { ...rows[index]!, hasFigures: false };
  const leads = leadingLines(lines, rows);
  let head: number | null = null;
  const read: TableLine[] = [];
  for (let i = 0; i < lines.length; i++) {
    const isRow = rows[i]!.hasFigures && !leads[i];
    if (leads[i] && isHead(rows[i]!, lines[i]!)) head = i;
    else if (!isRow && !leads[i]) head = null;
    read.push({ leads: leads[i]!, head: isRow ? head : null });
  }
  return read;
}

/** Whether a leading line names the columns, not just a group of rows. */
function isHead({ cells }: Row, line: string): boolean {
  return cells.length > 1 || /\b(?:19|20)\d\d\b/.test(line);
}

function leadingLines(lines: readonly string[], rows: readonly Row[]): boolean[] {
  const leads = contentsLines(lines, rows);
  let distance = LEAD_LINES_MAX;
  for (let i = lines.length - 1; i >= 0; i--) {
    const row = rows[i]!;
    if (row.hasFigures) {
      distance = 0;
      continue;
    }
    const isNamed = isRepeatedBelow(i, rows);
    const isLead = isNamed || (row.cells.length > 1 ? isColumnHead(i, rows) : isLabel(lines[i]!));
    if (isNamed || (isLead && (distance < LEAD_LINES_MAX || row.cells.every((cell) => YEAR.test(cell)))))
      leads[i] = true;
    distance = isLead ? distance + 1 : LEAD_LINES_MAX;
  }
  return leads;
}

/** Maximum leading lines over the first row. */
const LEAD_LINES_MAX = 6;
const LABEL_UNITS_MAX = 200;
const CELL_UNITS_MAX = 80;
/** Maximum rows compared with their head. */
const ROWS_COMPARED = 3;

interface Row {
  readonly cells: readonly string[];
  /** Has figures that are not just years. */
  readonly hasFigures: boolean;
}

function rowOf(line: string): Row {
  const cells: string[] = [];
  for (const cell of line.split(/[|\t]/)) cells.push(cell.trim());
  return { cells, hasFigures: cells.length > 1 ? cells.some(isFigure) : isFigureLine(line) };
}

/** Indices of rows that are not part of a table: single lines that end in figures. */
function standAlone(rows: readonly Row[]): number[] {
  const alone: number[] = [];
  for (const [index, { cells, hasFigures }] of rows.entries()) {
    if (!hasFigures || cells.length > 1) continue;
    if (![-2, -1, 1, 2].some((near) => rows[index + near]?.hasFigures)) alone.push(index);
  }
  return alone;
}

/** `1,503`, `2019: $ 1,503`, `9 %`. */
function isFigure(cell: string): boolean {
  return (
    /^(?:[^|]{1,80}: )?[\p{Sc}\s()+\-–—−.,'%‰\p{Nd}]*\p{Nd}[\p{Sc}\s()+\-–—−.,'%‰\p{Nd}]*$/u.test(cell) &&
    !YEAR.test(cell)
  );
}

const YEAR = /^(?:FY\s?)?(?:19|20)\d\d$/;

/** Whether the rows below name the cells of a row as their columns: `Team: Blues`. */
function isRepeatedBelow(index: number, rows: readonly Row[]): boolean {
  const { cells } = rows[index]!;
  if (cells.length < 2) return false;
  const below = rows.slice(index + 1, index + 1 + ROWS_COMPARED).flatMap((row) => row.cells);
  return cells.some((head) => head !== '' && below.some((cell) => `: ${cell}`.includes(`: ${head}: `)));
}

/** Whether a row is a column head: the rows below have figures where it has words. */
function isColumnHead(index: number, rows: readonly Row[]): boolean {
  const { cells } = rows[index]!;
  const below = rows.slice(index + 1, index + 1 + ROWS_COMPARED);
  if (cells.some((cell) => cell.length > CELL_UNITS_MAX || /^\p{Ll}|: /u.test(cell))) return false;
  const alike = below.filter((row) => row.hasFigures && row.cells.length >= cells.length);
  return cells.length > 2 && alike.length > 0 && !rows[index - 1]?.hasFigures;
}

/** Whether a line does not end in a stop, like a label over rows. */
function isLabel(line: string): boolean {
  return line.length <= LABEL_UNITS_MAX && !endsIn(line, STOP) && !LIST_MARK.test(line);
}

const STOP = /(?<=[.!?…。！？]["'”’»)\]]*)/uy;
const LIST_MARK = /^[-*•‣▪◦·–—]\s/u;

/** `Introduction ..... 3`. */
const LEADERS = /(?<=(?:(?:\.\s?){5}|…{2})\s*\p{Nd}{1,4})/uy;
/** A title and its page number. */
const PAGE_LINE = /\p{L}.*[\s|](?:\p{L}+: )?(\p{Nd}{1,4})$/u;
const CONTENTS = expressionOf(LANGUAGES, ({ contentsTitles }) => contentsTitles, {
  ...{ before: '^', after: '$', flags: 'imu' },
});
const LINES_MIN = 3;

/** Lines of a table of contents: with leader dots, or with ascending page numbers in a passage with such a title. */
function contentsLines(lines: readonly string[], rows: readonly Row[]): boolean[] {
  const leads = lines.map((line) => endsIn(line, LEADERS));
  if (!rows.some(({ cells }) => cells.some((cell) => CONTENTS.test(cell)))) return leads;
  let run: number[] = [];
  let last = 0;
  const close = () => {
    if (run.length >= LINES_MIN) for (const index of run) leads[index] = true;
    run = [];
  };
  for (const [index, line] of lines.entries()) {
    const page = Number(PAGE_LINE.exec(line)?.[1] ?? Number.NaN);
    if (page < last) close();
    if (Number.isNaN(page)) continue;
    run.push(index);
    last = page;
  }
  close();
  return leads;
}
