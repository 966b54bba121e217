import type { Passage } from '../../../retrieval/passage.ts';
import { isMetadataLine } from '../../../text/metadata-lines.ts';
import { inOtherBrackets, spacedOnce } from '../../../text/quotation.ts';
import { rangesWithin } from '../../../text/ranges.ts';
import type { TextRange } from '../../../text/sentences.ts';

/** A part of a passage in the form it has in an answer. */
export interface ShownText {
  readonly text: string;
  /** Where the marked sentences stand in it. */
  readonly marked: readonly TextRange[];
}

/**
 * A part of a passage as an answer shows it: paragraphs, items of lists and rows of tables stay apart, other line breaks
 * become spaces, and code is fenced. What looks like one of our citations (`[3]`) gets other brackets, so that a
 * document cannot forge one.
 *
 * @param range The part, in UTF-16 units of the passage's text.
 * @param marked Sentences in it, without white space at either end.
 */
export function shownText(
  passage: Pick<Passage, 'text' | 'layout'>,
  range: TextRange,
  marked: readonly TextRange[],
): ShownText {
  const part = passage.text.slice(range.start, range.end);
  const lines = linesOf(part, rangesWithin(passage.layout?.code, range));
  const fence = fenceOf(lines);
  const ranges: TextRange[] = [];
  let shown = '';
  for (const [i, line] of lines.entries()) {
    const before = lines[i - 1];
    if (before?.isCode && !line.isCode) shown += `\n${fence}`;
    if (before) shown += separator(before, line);
    if (line.isCode && !before?.isCode) shown += `${fence}\n`;
    const start = shown.length;
    shown += shownStart(line, line.text.length).trimEnd();
    ranges.push({ start, end: shown.length });
  }
  if (lines.at(-1)?.isCode) shown += `\n${fence}`;

  const placeOf = (offset: number, unit: number) => {
    const at = Math.max(
      0,
      lines.findLastIndex(({ start }) => start <= unit),
    );
    const [line, { start, end }] = [lines[at]!, ranges[at]!];
    return Math.min(end, start + shownStart(line, offset - line.start).length);
  };
  const placed = ({ start, end }: TextRange) => {
    const [from, to] = [start - range.start, end - range.start];
    return { start: placeOf(from, from), end: placeOf(to, to - 1) };
  };
  return { text: shown, marked: lines.length === 0 ? [] : marked.map(placed) };
}

/** A line that is not blank. */
interface Line {
  /** Offset in the part. */
  readonly start: number;
  /** Without what looks like a citation, which code may keep. */
  readonly text: string;
  readonly isCode: boolean;
  readonly isRow: boolean;
  /** An item of a list, a row of a table, or a line of metadata. */
  readonly isOwn: boolean;
  /** Blank lines stand before it. */
  readonly isApart: boolean;
}

function linesOf(part: string, code: readonly TextRange[]): Line[] {
  const isCodeAt = (offset: number) => code.some(({ start, end }) => offset >= start && offset < end);
  const inert = inOtherBrackets(part);
  const lines: Line[] = [];
  let start = 0;
  let isApart = false;
  for (const line of part.split('\n')) {
    const isBlank = line.trim() === '';
    const isCode = isCodeAt(start);
    const text = isCode ? line : inert.slice(start, start + line.length);
    const isRow = !isCode && ROW.test(text);
    if (!isBlank)
      lines.push({
        start,
        text,
        isCode,
        isRow,
        isOwn: isRow || ITEM.test(text) || isMetadataLine(text),
        isApart,
      });
    isApart = isBlank;
    start += text.length + 1;
  }
  return lines;
}

/** Begins an item of a list. */
export const ITEM = /^\s*(?:[-*+•‣▪◦·–—]|\p{Nd}{1,3}[.)]|\p{L}[.)])\s/u;
/** `Team: Blues | Location: STL`, cells of a PDF's table, or lines drawn in plain text: `==== PAYMENT ====`. */
const ROW = /\S\s\|\s\S|\S\t\S|^\s*([=*_~#-])\1{2}|([=*_~#-])\2{2}\s*$/u;

/** How the first `units` of a line are shown. */
function shownStart({ text, isCode, isRow }: Line, units: number): string {
  const start = text.slice(0, units);
  return isCode ? start : spacedOnce(isRow ? start.replaceAll('\t', ' | ') : start).trimStart();
}

/** A fence that no line of code closes. */
function fenceOf(lines: readonly Line[]): string {
  const runs = lines.flatMap(({ isCode, text }) => (isCode ? (text.match(/`+/gu) ?? []) : []));
  return '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
}

/** What stands between two lines: an item of a list continues over blank lines, wrapped prose is one line. */
function separator(before: Line, line: Line): string {
  if (line.isCode && before.isCode) return line.isApart ? '\n\n' : '\n';
  if (before.isOwn && line.isOwn) return '\n';
  if (line.isApart) return '\n\n';
  return line.isOwn || line.isCode || before.isRow || before.isCode ? '\n' : ' ';
}
