import { attributeOf, type HtmlElement, type HtmlNode, isElement, traverse } from './html-tree.ts';

/**
 * The rows of a table of data, each a line; null for a table that only lays out a page (its cells hold headings,
 * other tables or whole passages), whose cells are then read one after the other.
 */
export function tableRowsOf(table: HtmlElement, textOf: (node: HtmlNode) => string): string[] | null {
  if (attributeOf(table, 'role') === 'presentation') return null;
  const rows: HtmlElement[][] = [];
  let captions: HtmlElement[] = [];
  let laysOut = false;
  traverse(table, {
    enter(node, depth) {
      if (laysOut) return 'skip';
      if (!isElement(node) || depth === 0) return undefined;
      if (LAYOUT_ELEMENTS.has(node.tagName)) laysOut = true;
      if (node.tagName === 'tr') rows.push([]);
      if (node.tagName === 'td' || node.tagName === 'th') rows.at(-1)?.push(node);
      if (node.tagName === 'caption') captions = [node];
      return undefined;
    },
  });
  if (laysOut || rows.every((cells) => cells.length < 2)) return null;
  const texts = rows.map((cells) => cells.map(textOf));
  if (texts.some((cells) => cells.some((cell) => cell.length > CELL_CHARACTERS_MAX))) return null;
  return [...captions.map(textOf), ...texts.map(joinCells)].filter(Boolean);
}

const LAYOUT_ELEMENTS: ReadonlySet<string> = new Set('table h1 h2 h3 h4 h5 h6 pre'.split(' '));

/** A longer cell is a passage of prose. */
const CELL_CHARACTERS_MAX = 1000;

/** Empty cells keep their place, so that columns stay columns, but for those at the end. */
function joinCells(cells: readonly string[]): string {
  const last = cells.findLastIndex(Boolean);
  return cells.slice(0, last + 1).join(' | ');
}
