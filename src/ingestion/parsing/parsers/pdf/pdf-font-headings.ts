import { greatest, least } from './extremes.ts';
import { mainFontOf, type PdfLine } from './pdf-lines.ts';
import { letterShare } from './pdf-rows.ts';
import { isFigureRow } from './pdf-tables.ts';

/**
 * Headings that only their font distinguishes: short lines in another font than most of their page, at its left edge or
 * in its middle, with room above, that head text or a table. A note on units below one (`in millions`) belongs to it.
 */
export function levelsByFont(pages: readonly (readonly PdfLine[])[]): Map<PdfLine, number> {
  const found = pages.flatMap(headingsOfPage);
  const timesOf = Map.groupBy(found, ({ line }) => line.text);
  const levels = new Map<PdfLine, number>();
  for (const { line, level } of found)
    if (timesOf.get(line.text)!.length <= REPEATED_MAX) levels.set(line, level);
  return levels;
}

/** The largest sizes have levels of their own, up to 4 (`pdf-headings.ts`). */
const LEVELS = { capitals: 4, other: 5, note: 6 } as const;
/** A line on more pages is a running one: `Notes to the statements (continued)`. */
const REPEATED_MAX = 3;
const CHARACTERS_MAX = 100;
/** A paragraph in bold has more. */
const LINES_MAX = 3;
const LETTER_SHARE_MIN = 0.5;
/** As a share of the font height of most of the page. */
const SIZE_MIN = 0.9;
/** As a share of the width of the page's text. */
const OFF_CENTRE_MAX = 0.05;
/** In font heights. */
const OFF_LEFT_MAX = 2;

interface Heading {
  readonly line: PdfLine;
  readonly level: number;
}

function headingsOfPage(page: readonly PdfLine[]): Heading[] {
  const lines = page.filter(({ angle }) => angle === 0);
  const isLabel = labelsOf(lines);
  const headings: Heading[] = [];
  for (let first = 0; first < lines.length; first++) {
    let end = first;
    while (
      end < lines.length &&
      isLabel(lines[end]!) &&
      (end === first || !isRoom(lines[end - 1]!, lines[end]!))
    )
      end++;
    const isHeading =
      end > first &&
      end - first <= LINES_MAX &&
      isApart(lines, first, end) &&
      !isContinuedBelow(lines[end - 1]!, lines[end]) &&
      !isGroupLabel(lines, first, end);
    if (isHeading) headings.push(...headingsAmong(lines.slice(first, end)));
    first = Math.max(first, end - 1);
  }
  return headings;
}

/** Whether a line stands where a heading does, in another font than most of the page. */
function labelsOf(lines: readonly PdfLine[]): (line: PdfLine) => boolean {
  const body = mainFontOf(lines);
  const left = least(lines.map(({ x }) => x));
  const right = greatest(lines.map(({ endX }) => endX));
  const isPlaced = ({ x, endX, size }: PdfLine) =>
    x - left < size * OFF_LEFT_MAX || Math.abs(x + endX - left - right) / 2 < (right - left) * OFF_CENTRE_MAX;
  return (line) =>
    line.cells.length === 1 &&
    line.font !== body.font &&
    line.text.length <= CHARACTERS_MAX &&
    (line.size >= body.size * SIZE_MIN || NOTE.test(line.text)) &&
    isPlaced(line);
}

/** @param lines In a font of headings, right below each other. */
function headingsAmong(lines: readonly PdfLine[]): Heading[] {
  const headings: Heading[] = [];
  for (const [i, line] of lines.entries()) {
    const above = headings.at(-1);
    if (NOTE.test(line.text)) {
      if (above) headings.push({ line, level: LEVELS.note });
    } else if (above && above.line === lines[i - 1] && isContinued(above.line, line)) {
      headings.push({ line, level: above.level });
    } else if (TITLE.test(line.text) && letterShare(line.text) >= LETTER_SHARE_MIN) {
      headings.push({ line, level: /\p{Ll}/u.test(line.text) ? LEVELS.other : LEVELS.capitals });
    } else dropProse(headings, lines.slice(0, i));
  }
  return headings;
}

/** Drops the long lines right above one that is no heading: they begin its sentence. */
function dropProse(headings: Heading[], above: readonly PdfLine[]): void {
  for (const line of above.toReversed()) {
    if (headings.at(-1)?.line !== line || line.text.length < PROSE_CHARACTERS_MIN) return;
    headings.pop();
  }
}

/** Whether a heading takes a second line; a word above another may be the head of a column. */
function isContinued({ text }: PdfLine, next: PdfLine): boolean {
  return CONTINUED.test(next.text) && text.includes(' ') && text.length + next.text.length < CHARACTERS_MAX;
}

/** No line of prose: it ends neither a sentence nor a part of one. */
const TITLE = /^[\p{Lu}\p{Lo}\p{N}].*\p{L}{2}.*[^.,;:-]$/u;
const CONTINUED = /^\p{Ll}(?!.*[.!?;:]\s).{2,}[^.,;:-]$/u;
const NOTE = /^(?:\(.*\)|\p{Sc}.*\p{L}{2}.*)$/u;

/** Whether there is more room above than between the lines of a paragraph: at the top of a column, below. */
function isApart(lines: readonly PdfLine[], first: number, end: number): boolean {
  const [above, next] = [lines[first - 1], lines[end]];
  if (!above) return true;
  if (above.y > lines[first]!.y) return isRoom(above, lines[first]!);
  return next !== undefined && isRoom(lines[end - 1]!, next);
}

/** The next line, if it is the second one of a heading. */
export function secondLineOf(line: PdfLine, next: PdfLine | undefined): PdfLine | undefined {
  return isContinuedBelow(line, next) && isContinued(line, next!) ? next : undefined;
}

/** Whether the next line continues it: in text with much room between its lines, each stands like a heading. */
export function isContinuedBelow({ font, size, text }: PdfLine, next: PdfLine | undefined): boolean {
  if (!next || text.length < PROSE_CHARACTERS_MIN) return false;
  return next.font === font && next.size === size && /^\p{Ll}/u.test(next.text);
}

const PROSE_CHARACTERS_MIN = 40;

function isRoom(upper: PdfLine, lower: PdfLine): boolean {
  return upper.y - lower.y > Math.max(upper.size, lower.size) * ROOM_MIN;
}

/** Distances of baselines, in font heights. */
const ROOM_MIN = 1.35;
const ROW_PITCH_MAX = 2.2;

/**
 * Whether it labels rows of a table: it stands right below a row of figures, or above one without column heads in
 * between. The last line of a page heads nothing.
 */
function isGroupLabel(lines: readonly PdfLine[], first: number, end: number): boolean {
  const above = lines[first - 1];
  if (above && isFigureRow(above) && above.y - lines[first]!.y < above.size * ROW_PITCH_MAX) return true;
  let below = end;
  const isShort = ({ cells, text }: PdfLine) => cells.length === 1 && text.length < CHARACTERS_MAX / 2;
  while (below < end + LINES_MAX && below < lines.length && isShort(lines[below]!)) below++;
  return below >= lines.length || isFigureRow(lines[below]!);
}
