import { splitSentences, type TextRange } from '../../text/sentences.ts';
import { countWords } from '../../text/word-count.ts';
import type { Block } from '../parsing/parsed-document.ts';

/** Part of a block that is never split between chunks. */
export interface ChunkUnit {
  readonly kind: Block['kind'];
  /** Offsets into the document's text; the range has no white space at either end, except in code. */
  readonly start: number;
  readonly end: number;
  readonly words: number;
  /** The last unit of its block: the preferred place for a boundary. */
  readonly endsBlock: boolean;
}

/** A table or a piece of code up to this length stays whole. */
const WHOLE_WORDS_MAX = 200;
const WHOLE_UNITS_MAX = 2_000;
/** A longer row or line is cut, at nearby white space if there is any. */
const LINE_UNITS_MAX = 1_000;

/** Splits a block into sentences of prose, rows of a table or lines of code; short tables and code stay whole. */
export function unitsOf(text: string, block: Block): ChunkUnit[] {
  const { kind, start: at } = block;
  const ranges =
    kind === 'table' || kind === 'code'
      ? linesOrWhole(text, block)
      : splitSentences(text.slice(at, block.end)).map(({ start, end }) => ({
          start: at + start,
          end: at + end,
        }));
  return ranges.map(({ start, end }, i) => ({
    kind,
    start,
    end,
    words: countWords(text, start, end),
    endsBlock: i === ranges.length - 1,
  }));
}

function linesOrWhole(text: string, block: Block): TextRange[] {
  const end = block.start + text.slice(block.start, block.end).trimEnd().length;
  if (end === block.start) return [];
  const isShort =
    end - block.start <= WHOLE_UNITS_MAX && countWords(text, block.start, end) <= WHOLE_WORDS_MAX;
  if (isShort) return [{ start: block.start, end }];
  const lines: TextRange[] = [];
  let start = block.start;
  while (start < end) {
    const feed = text.indexOf('\n', start);
    const lineEnd = feed === -1 || feed > end ? end : feed;
    addLine(text, { start, end: lineEnd }, lines);
    start = lineEnd + 1;
  }
  return lines;
}

/** Keeps indentation, drops blank lines. */
function addLine(text: string, line: TextRange, lines: TextRange[]): void {
  const end = line.start + text.slice(line.start, line.end).trimEnd().length;
  let { start } = line;
  while (end - start > LINE_UNITS_MAX) {
    const tail = text.slice(start + LINE_UNITS_MAX / 2, start + LINE_UNITS_MAX);
    const space = tail.search(/[\s|;,]\S*$/);
    const cut =
      space >= 0 ? start + LINE_UNITS_MAX / 2 + space + 1 : wholeCharacter(text, start + LINE_UNITS_MAX);
    lines.push({ start, end: cut });
    start = cut;
  }
  if (start < end) lines.push({ start, end });
}

/** `index`, or one more when it would split a surrogate pair. */
function wholeCharacter(text: string, index: number): number {
  return text.codePointAt(index - 1)! > 0xffff ? index + 1 : index;
}
