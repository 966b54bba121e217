import type { TextRange } from '../retrieval/analysis/sentences.ts';
import { codeRanges } from './code-lines.ts';
import { inOneLine, inOtherBrackets } from './quotation.ts';

/** A part of a passage in the form it has in an answer. */
export interface ShownText {
  readonly text: string;
  /** Where the marked sentence stands in it. */
  readonly marked: TextRange;
}

/**
 * A part of a passage as an answer shows it: paragraphs, items of lists and rows of tables stay apart, other line breaks
 * become spaces, and code is fenced. What looks like one of our citations (`[3]`) gets other brackets, so that a
 * document cannot forge one.
 *
 * @param range The part, in UTF-16 units of `text`.
 * @param marked A sentence in it; all of it by default.
 */
export function shownText(text: string, range: TextRange, marked = range): ShownText {
  let shown = '';
  let before: Line | undefined;
  for (const line of linesOf(text, range)) {
    const content = withMarks(text, line, marked);
    if (before) shown += before.isCode && !line.isCode ? `\n${FENCE}\n` : separator(before, line);
    if (line.isCode && !before?.isCode) shown += `${FENCE}\n`;
    shown += line.isCode ? content.trimEnd() : inOtherBrackets(inOneLine(content));
    before = line;
  }
  if (before?.isCode) shown += `\n${FENCE}`;
  const start = shown.indexOf(MARK.start);
  const end = shown.indexOf(MARK.end);
  const plain = shown.replaceAll(MARK.start, '').replaceAll(MARK.end, '');
  return {
    text: plain,
    marked: start < 0 || end < 0 ? { start: 0, end: plain.length } : { start, end: end - 1 },
  };
}

const FENCE = '```';

/** Stand around the marked sentence while lines are put together: characters that no text may hold. */
const MARK = { start: '\uFDD0', end: '\uFDD1' } as const;

interface Line extends TextRange {
  readonly isCode: boolean;
  /** An item of a list, or a row of a table. */
  readonly isOwn: boolean;
  readonly isRow: boolean;
  /** Blank lines stand before it. */
  readonly isApart: boolean;
}

/** The lines of a part that are not blank. */
function linesOf(text: string, { start, end }: TextRange): Line[] {
  const code = codeRanges(text.slice(start, end));
  const lines: Line[] = [];
  let at = start;
  let isApart = false;
  for (const line of text.slice(start, end).split('\n')) {
    const from = at;
    at += line.length + 1;
    if (line.trim() === '') {
      isApart = true;
      continue;
    }
    const isCode = code.some((each) => from - start >= each.start && from - start < each.end);
    const isRow = ROW.test(line);
    lines.push({
      start: from,
      end: from + line.length,
      isCode,
      isRow,
      isOwn: isRow || ITEM.test(line),
      isApart,
    });
    isApart = false;
  }
  return lines;
}

const ITEM = /^\s*(?:[-*+•‣▪◦·–—]|\p{Nd}{1,3}[.)]|\p{L}[.)])\s/u;
/** `Team: Blues | Location: STL`, or cells of a PDF's table. */
const ROW = /\S\s\|\s\S|\S\t\S/u;

/** What stands between two lines: an item of a list continues over blank lines, wrapped prose is one line. */
function separator(before: Line, line: Line): string {
  if (line.isCode && before.isCode) return line.isApart ? '\n\n' : '\n';
  if (before.isOwn && line.isOwn) return '\n';
  if (line.isApart) return '\n\n';
  return line.isOwn || line.isCode || before.isRow ? '\n' : ' ';
}

function withMarks(text: string, { start, end }: Line, marked: TextRange): string {
  const inLine = (offset: number) => offset >= start && offset <= end;
  const from = inLine(marked.start) && marked.start < end ? marked.start : undefined;
  const to = inLine(marked.end) && marked.end > start ? marked.end : undefined;
  let line = text.slice(start, end);
  if (to !== undefined) line = `${line.slice(0, to - start)}${MARK.end}${line.slice(to - start)}`;
  if (from !== undefined) line = `${line.slice(0, from - start)}${MARK.start}${line.slice(from - start)}`;
  return line.replaceAll('\t', ' | ');
}
