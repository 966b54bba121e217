import { joinLines } from '../joined-lines.ts';
import { greatest } from './extremes.ts';
import type { PdfLine } from './pdf-lines.ts';

/**
 * Rows whose last cell is prose of several lines, as one line each: the descriptions of pins, the entries of a glossary.
 *
 * @param lines Of one page, in reading order.
 * @param isHeading Whether a line is a heading of the text.
 * @param vocabulary Of `vocabularyOf`.
 */
export function withWrappedCells(
  lines: readonly PdfLine[],
  isHeading: (line: PdfLine) => boolean,
  vocabulary: ReadonlySet<string>,
): PdfLine[] {
  const cells = Map.groupBy(
    lines.flatMap(({ cells }) => cells.slice(-1)),
    ({ x }) => columnOf(x),
  );
  const rights = new Map([...cells].map(([column, of]) => [column, greatest(of.map(({ endX }) => endX))]));
  const joined: PdfLine[] = [];
  for (const line of lines) {
    const row = joined.at(-1);
    const right = rights.get(columnOf(line.x))!;
    if (!row || isHeading(row) || isHeading(line) || !continuesCell(row, line, right)) {
      joined.push(line);
      continue;
    }
    const cell = row.cells.at(-1)!;
    const own = [
      ...row.cells.slice(0, -1),
      { ...cell, endX: line.endX, text: joinLines([cell, line], vocabulary) },
    ];
    const text = own.map((each) => each.text).join('\t');
    joined[joined.length - 1] = {
      ...row,
      cells: own,
      text,
      endX: Math.max(row.endX, line.endX),
      bottom: line.y,
    };
  }
  return joined;
}

/**
 * Whether a line is right below a row's last cell, at its left edge, and continues it: in lower case or, below a full
 * line that ends no sentence, in any.
 */
function continuesCell(row: PdfLine, line: PdfLine, right: number): boolean {
  const cell = row.cells.at(-1)!;
  const drop = (row.bottom ?? row.y) - line.y;
  const isBelow =
    row.angle === line.angle &&
    Math.abs(line.x - cell.x) < line.size * OFF_LEFT_MAX &&
    Math.abs(line.size - row.size) < line.size * 0.15 &&
    drop > 0 &&
    drop < line.size * LEADING_MAX;
  const isProse = [cell, line].every(({ text }) => /\p{L}{2}/u.test(text));
  if (row.cells.length < 2 || line.cells.length > 1 || !isBelow || !isProse) return false;
  const isFull = cell.endX > right - (right - cell.x) * RAGGED_MAX;
  return /^["'“‘(]?\p{Ll}/u.test(line.text) || (isFull && !/[.:;]$/.test(cell.text));
}

/** In font heights. */
const OFF_LEFT_MAX = 0.3;
const LEADING_MAX = 1.7;
/** How much shorter than the longest a full line may be, as a share. */
const RAGGED_MAX = 0.25;

function columnOf(x: number): number {
  return Math.round(x / 4);
}
