import type { PdfLine } from './pdf-lines.ts';
import { BULLETS } from './pdf-symbols.ts';

/**
 * A line of a form as its text: without the dots that lead to a field, without the number of the line repeated beside
 * the field, and with what only numbers or labels its text in the same cell. `8a | Interest . . . . | 8a` is no row of a
 * table, but the item `8a Interest`.
 */
export function plainFormLine(line: PdfLine): PdfLine {
  if (line.cells.length < 2 && !LEADER.test(line.text)) return line;
  const plain = line.cells
    .map((cell) => ({ ...cell, text: cell.text.replace(LEADER, '').trim() }))
    .filter(({ text }) => text !== '');
  const [mark, behind] = plain;
  if (!mark) return line;
  const hasField = plain.length > 2 && plain.at(-1)!.text === mark.text && MARK.test(mark.text);
  const cells = hasField ? plain.slice(0, -1) : plain;
  const isItem = cells.length === 2 && MARK.test(mark.text) && /\p{L}{2}/u.test(behind!.text);
  const own = isItem ? [{ text: `${mark.text} ${behind!.text}`, x: mark.x, endX: behind!.endX }] : cells;
  const text = own.map((cell) => cell.text).join('\t');
  return { ...line, cells: own, text, ...(isItem ? { isItem } : {}) };
}

/** Dots before a field or the number of a page; the number itself is another cell. */
const LEADER = /(?:\s*\.){5,}\s*[▶►→]?\s*$/u;
/** The number of a line or an item, a letter, or a bullet. */
const MARK = new RegExp(
  `^(?:\\(?\\d{1,3}[a-z]?[.)]?|\\d{1,2}(?:\\.\\d{1,2}){1,3}\\.?|\\(?[ivx]{1,5}[.)]|\\(?[a-z][.)]?|[${BULLETS}])$`,
  'iu',
);
