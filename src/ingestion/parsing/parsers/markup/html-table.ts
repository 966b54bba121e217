import { attributeOf, findElement, type HtmlElement, type HtmlNode, traverse } from './html-tree.ts';

/** The text of a node, without the elements to leave out. */
type TextOf = (node: HtmlNode, options?: { leaveOut: (element: HtmlElement) => boolean }) => string;

/**
 * The rows of a data table as cells, below its caption, and whether the first is marked as its head; null for a layout
 * table (its cells hold headings, other tables or whole passages), whose cells are then read one after the other. A
 * cell that spans several rows is repeated in each; of several columns, it is in the first.
 */
export function tableRowsOf(
  table: HtmlElement,
  textOf: TextOf,
): { caption: string; rows: string[][]; hasHead: boolean } | null {
  if (attributeOf(table, 'role') === 'presentation') return null;
  const rows: HtmlElement[][] = [];
  let laysOut = false;
  traverse(table, {
    enter(node, depth) {
      if (laysOut) return 'skip';
      if (depth === 0) return;
      if (LAYOUT_ELEMENTS.has(node.tagName)) laysOut = true;
      if (node.tagName === 'tr') rows.push([]);
      if (node.tagName === 'td' || node.tagName === 'th') rows.at(-1)?.push(node);
    },
  });
  if (laysOut || rows.every((cells) => cells.length < 2)) return null;
  const texts = gridOf(rows, textOf);
  if (!texts) return null;
  if (texts.some((cells) => cells.some((cell) => cell.length > CELL_CHARACTERS_MAX))) return null;
  const caption = findElement(table, 'caption');
  return {
    caption: caption ? textOf(caption) : '',
    rows: texts.filter((cells) => cells.some(Boolean)),
    hasHead: isHead(rows[0] ?? [], textOf) && !isHead(rows[1] ?? [], textOf),
  };
}

/** Whether a row has two header cells or more, marked or all bold, and no others but an empty corner. */
function isHead(cells: readonly HtmlElement[], textOf: TextOf): boolean {
  const isBold = (cell: HtmlElement) => textOf(cell) !== '' && textOf(cell, { leaveOut: isStrong }) === '';
  const others = cells.filter((cell) => cell.tagName !== 'th' && !isBold(cell));
  return (
    cells.length - others.length > 1 &&
    (others.length === 0 || (others.length === 1 && others[0] === cells[0]))
  );
}

function isStrong({ tagName }: HtmlElement): boolean {
  return tagName === 'b' || tagName === 'strong';
}

/** Null when spanning cells would make the grid far larger than the table. */
function gridOf(rows: readonly HtmlElement[][], textOf: TextOf): string[][] | null {
  let filled = 0;
  /** By column: cells that reach into the rows below. */
  let spanning = new Map<number, { text: string; rowsLeft: number }>();
  const grid: string[][] = [];
  for (const cells of rows) {
    const texts: string[] = [];
    const fill = () => {
      for (let above = spanning.get(texts.length); above; above = spanning.get(texts.length))
        texts.push(above.text);
    };
    const begun: [number, { text: string; rowsLeft: number }][] = [];
    for (const cell of cells) {
      fill();
      const rowsLeft = spanOf(cell, 'rowspan') - 1;
      for (const text of [textOf(cell), ...Array(spanOf(cell, 'colspan') - 1).fill('')]) {
        if (rowsLeft > 0) begun.push([texts.length, { text, rowsLeft }]);
        texts.push(text);
      }
    }
    fill();
    const going = [...spanning].map(
      ([column, { text, rowsLeft }]) => [column, { text, rowsLeft: rowsLeft - 1 }] as const,
    );
    spanning = new Map([...going.filter(([, { rowsLeft }]) => rowsLeft > 0), ...begun]);
    grid.push(texts);
    filled += texts.length - cells.length;
    if (filled > FILLS_MAX) return null;
  }
  return grid;
}

const FILLS_MAX = 200_000;

function spanOf(cell: HtmlElement, name: 'rowspan' | 'colspan'): number {
  const span = Number.parseInt(attributeOf(cell, name) ?? '1', 10);
  return span >= 1 ? Math.min(span, SPAN_MAX) : 1;
}

/** HTML's own bounds are 65,534 rows and 1,000 columns. */
const SPAN_MAX = 1_000;

const LAYOUT_ELEMENTS: ReadonlySet<string> = new Set('table h1 h2 h3 h4 h5 h6 pre'.split(' '));

/** A longer cell is a passage of prose. */
const CELL_CHARACTERS_MAX = 1000;
