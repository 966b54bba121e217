import type { Block } from '../../parsed-document.ts';
import type { PdfLine } from './pdf-lines.ts';
import { BULLETS } from './pdf-symbols.ts';

/**
 * Groups the lines of one page into paragraphs, by gaps, indents, sizes and bullets. A paragraph that continues at the
 * top of the next column stays one.
 *
 * @param levelOf The level of a heading's line; undefined for other lines.
 */
export function paragraphsOf(lines: readonly PdfLine[], levelOf: (line: PdfLine) => number | undefined) {
  const page = measure(lines);
  const paragraphs: { kind: Block['kind']; level: number | undefined; lines: PdfLine[] }[] = [];
  for (const [index, line] of lines.entries()) {
    const level = levelOf(line);
    const open = paragraphs.at(-1);
    const isRow =
      line.isRow ||
      cellsOf(line) >= 3 ||
      (cellsOf(line) === 2 && [index - 1, index + 1].some((near) => cellsOf(lines[near]) >= 2));
    const kind =
      level !== undefined
        ? 'heading'
        : isRow
          ? 'table'
          : line.isItem || ITEM_MARK.test(line.text)
            ? 'list_item'
            : 'paragraph';
    if (open && open.level === level && joins(open, line, kind, page)) open.lines.push(line);
    else paragraphs.push({ kind, level, lines: [line] });
  }
  return paragraphs;
}

/** Bullets, and the numbers and letters of lists. */
const ITEM_MARK = new RegExp(`^(?:[${BULLETS}]|\\(?(?:\\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)])\\s+\\S`, 'u');

function cellsOf(line: PdfLine | undefined): number {
  return line ? line.text.split('\t').length : 0;
}

interface PageMeasure {
  /** The usual baseline distance within a paragraph, in font heights. */
  readonly leading: number;
  /** The furthest end of the lines that begin near an x. */
  rightEdge(line: PdfLine): number;
}

function measure(lines: readonly PdfLine[]): PageMeasure {
  const leadings: number[] = [];
  const edges = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    edges.set(columnOf(line), Math.max(edges.get(columnOf(line)) ?? 0, line.endX));
    const previous = lines[index - 1];
    if (!previous || previous.size !== line.size || previous.angle !== line.angle) continue;
    const leading = (previous.y - line.y) / line.size;
    if (leading > 0.5 && leading < 3) leadings.push(leading);
  }
  leadings.sort((a, b) => a - b);
  return {
    // The lower third, as one-line paragraphs have only the gaps between them.
    leading: leadings[Math.floor(leadings.length / 3)] ?? 1.2,
    rightEdge(line) {
      const column = columnOf(line);
      return Math.max(...[-1, 0, 1].map((step) => edges.get(column + step) ?? 0));
    },
  };
}

const COLUMN_WIDTH = 24;

function columnOf(line: PdfLine): number {
  return Math.round(line.x / COLUMN_WIDTH);
}

function joins(
  open: { kind: Block['kind']; lines: readonly PdfLine[] },
  line: PdfLine,
  kind: Block['kind'],
  page: PageMeasure,
): boolean {
  const previous = open.lines.at(-1)!;
  if (line.angle !== previous.angle) return false;
  const drop = ((previous.bottom ?? previous.y) - line.y) / Math.max(line.size, previous.size);
  if (Math.abs(line.size - previous.size) > Math.max(line.size, previous.size) * 0.15) return false;
  if (kind === 'list_item') return false;
  if (kind === 'table' || open.kind === 'table')
    return kind === open.kind && drop > 0 && drop < page.leading * 2.2;
  if (open.kind === 'heading') return drop > 0 && drop < Math.max(page.leading, 1.2) * 1.5;
  if (drop <= 0) return !endsSentence(previous.text) && /^[\p{Ll}\p{Lo}]/u.test(line.text);
  if (drop > page.leading * 1.35 + 0.1) return false;
  if (open.kind === 'paragraph' && isIndented(open.lines, line)) return false;
  const isShort = previous.endX < page.rightEdge(previous) - (page.rightEdge(previous) - previous.x) * 0.25;
  // Behind a list, the text begins left of its marks.
  const isBehindList =
    open.kind === 'list_item' &&
    line.x < open.lines[0]!.x - line.size * OUTDENT_MIN &&
    !/^\p{Ll}/u.test(line.text);
  return !(isShort && (isBehindList || endsSentence(previous.text)));
}

/** In font heights. */
const OUTDENT_MIN = 0.5;

/** An indented first line of a paragraph, below lines that share one left edge. */
function isIndented(lines: readonly PdfLine[], line: PdfLine): boolean {
  const previous = lines.at(-1)!;
  const indent = line.x - previous.x;
  if (indent < line.size * 0.8 || indent > line.size * 6) return false;
  return lines.length > 1 || endsSentence(previous.text);
}

function endsSentence(text: string): boolean {
  return /[.!?:。！？][)\]"'”’»]*$/.test(text);
}
