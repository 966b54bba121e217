/** A part of a paragraph: lines as they are, or rows of a table. */
export type RowPart =
  | { readonly type: 'lines'; readonly text: string }
  | {
      readonly type: 'rows';
      /** Names of the columns, where the rows name them. */
      readonly labels: readonly string[] | null;
      /** As many cells as there are columns. */
      readonly rows: readonly (readonly RowCell[])[];
    };

export interface RowCell {
  /** Empty where the row has none. */
  readonly text: string;
  /** Where it stands in the paragraph. */
  readonly at: number;
}

/**
 * Finds the rows of tables in a paragraph of an answer, as documents are read: `Team: Blues | Location: STL`, one a line,
 * or `Blues | STL` where the columns have no names. One of those alone stays a line.
 */
export function rowParts(paragraph: string): RowPart[] {
  const lines = linesOf(paragraph);
  const parts: RowPart[] = [];
  let text: string[] = [];
  const endLines = () => {
    if (text.length > 0) parts.push({ type: 'lines', text: text.join('\n') });
    text = [];
  };
  for (let first = 0; first < lines.length; ) {
    const run = runFrom(lines, first);
    if (run) {
      endLines();
      parts.push({ type: 'rows', labels: run.labels, rows: run.rows });
      first += run.lines;
    } else text.push(lines[first++]!.text);
  }
  endLines();
  return parts;
}

interface Line {
  readonly text: string;
  readonly cells: readonly RowCell[];
  /** The values of cells by their labels; null where one has none, or two have the same. */
  readonly labelled: ReadonlyMap<string, RowCell> | null;
}

interface Run {
  readonly labels: readonly string[] | null;
  readonly rows: readonly (readonly RowCell[])[];
  readonly lines: number;
}

/** The rows of one table from a line on; undefined where there are none. */
function runFrom(lines: readonly Line[], first: number): Run | undefined {
  const { cells } = lines[first]!;
  if (cells.length < 2) return undefined;
  // The head of a table stands above the rows that repeat it.
  const head = cells.map(({ text }) => text);
  const below = labelledRun(lines, first + 1, head);
  if (below) return { ...below, lines: below.lines + 1 };
  return labelledRun(lines, first) ?? plainRun(lines, first);
}

function labelledRun(lines: readonly Line[], first: number, head: readonly string[] = []): Run | undefined {
  let labels = head;
  const found: ReadonlyMap<string, RowCell>[] = [];
  for (let at = first; at < lines.length; at++) {
    const { labelled } = lines[at]!;
    if (!labelled) break;
    const own = [...labelled.keys()];
    if (!isWithin(own, labels) && (head.length > 0 || !isWithin(labels, own))) break;
    if (own.length > labels.length) labels = own;
    found.push(labelled);
  }
  if (found.length === 0) return undefined;
  const rows = found.map((row) => labels.map((label) => row.get(label) ?? NO_CELL));
  return { labels, rows, lines: found.length };
}

const NO_CELL: RowCell = { text: '', at: 0 };

function plainRun(lines: readonly Line[], first: number): Run | undefined {
  const columns = lines[first]!.cells.length;
  const rows: (readonly RowCell[])[] = [];
  for (let at = first; at < lines.length; at++) {
    const { cells, labelled } = lines[at]!;
    if (cells.length !== columns || labelled) break;
    rows.push(cells);
  }
  return rows.length < 2 ? undefined : { labels: null, rows, lines: rows.length };
}

function linesOf(paragraph: string): Line[] {
  let at = 0;
  return paragraph.split('\n').map((text) => {
    const cells = cellsOf(text, at);
    at += text.length + 1;
    return { text, cells, labelled: cells.length < 2 ? null : labelledCells(cells) };
  });
}

function cellsOf(line: string, start: number): RowCell[] {
  let at = start;
  return line.split(/(?<=^|\s)(\|)(?=\s|$)/).flatMap((part) => {
    const from = at;
    at += part.length;
    return part === '|' ? [] : [{ text: part.trim(), at: from + part.length - part.trimStart().length }];
  });
}

function labelledCells(cells: readonly RowCell[]): ReadonlyMap<string, RowCell> | null {
  const labelled = new Map<string, RowCell>();
  for (const { text, at } of cells) {
    const border = text.indexOf(': ');
    if (border <= 0) return null;
    labelled.set(text.slice(0, border), { text: text.slice(border + 2), at: at + border + 2 });
  }
  return labelled.size === cells.length ? labelled : null;
}

/** Whether all of `some` are in `all`, in its order. */
function isWithin(some: readonly string[], all: readonly string[]): boolean {
  let at = -1;
  return some.every((label) => {
    at = all.indexOf(label, at + 1);
    return at >= 0;
  });
}
