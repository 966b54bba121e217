import { mayHoldEnd, splitSentences } from '../../../text/sentences.ts';
import { MARKER_RUN } from './markers.ts';

/** A sentence, line or code block of a text that is being written. */
export interface Segment {
  /** White space before it. */
  readonly lead: string;
  /** With its closing markers; without white space at either end. */
  readonly text: string;
  readonly kind: 'sentence' | 'code';
}

/** Splits a streamed text into segments; joined, leads included, they are the text. */
export interface Segmenter {
  /**
   * @returns The segments complete so far. A sentence is complete once the next one has begun, so that no later text
   * can change its end.
   */
  push(delta: string): Segment[];
  /** @returns The remaining segments at the end of the text. */
  end(): Segment[];
}

/**
 * Takes time linear in the text, however it is divided: outside of code no more than `UNDECIDED_UNITS_MAX` are ever read
 * again, and in code a line is read once.
 */
export function createSegmenter(): Segmenter {
  /** What is read and not yet decided; empty within a code block. */
  let rest = '';
  let block: CodeBlock | undefined;
  let isBeginning = true;

  /** Adds the complete segments of `rest`; all of it when `isFinal`. @returns Its end, if that is already code. */
  function takeSentences(segments: Segment[], isFinal: boolean): string {
    const fence = (isBeginning ? FENCE : FENCE_BELOW).exec(rest);
    const isOpen = fence !== null && (isFinal || fence[0].endsWith('\n'));
    // A line that is not yet complete may turn out not to open a block.
    const text = fence ? rest.slice(0, fence.index) : rest;
    const isWhole = isFinal || isOpen;
    const ends = isWhole ? [...boundariesOf(text), text.length] : stableBoundaries(text);
    segments.push(...segmentsBetween(text, ends));
    const end = isWhole ? text.trimEnd().length : (ends.at(-1) ?? 0);
    isBeginning &&= end === 0;
    if (!isOpen) {
      rest = rest.slice(end);
      return '';
    }
    const inside = fence.index + fence[0].length;
    block = openBlock(rest.slice(end, inside), fence[1]!);
    const code = rest.slice(inside);
    rest = '';
    return code;
  }

  /** @returns How many units of `text`, from `at` on, belong to the block. */
  function takeCode(segments: Segment[], text: string, at: number): number {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed + 1;
    if (block!.add(text.slice(at, end))) closeBlock(segments);
    return end - at;
  }

  function closeBlock(segments: Segment[]): void {
    const { text, space } = block!.end();
    segments.push({ ...trimmed(text), kind: 'code' });
    rest = space.slice(-SPACE_UNITS_MAX);
    block = undefined;
    isBeginning = false;
  }

  return {
    push(delta) {
      const segments: Segment[] = [];
      for (let at = 0; at < delta.length; ) {
        if (block) {
          at += takeCode(segments, delta, at);
          continue;
        }
        const piece = delta.slice(at, at + Math.min(PIECE_UNITS, UNDECIDED_UNITS_MAX - rest.length));
        const isDue = mayDecide(rest, piece);
        rest += piece;
        at += piece.length;
        const isFull = () => rest.length === UNDECIDED_UNITS_MAX;
        if (isFull() || (isDue && mayHoldEnd(rest))) at -= takeSentences(segments, false).length;
        // So long a text without a certain end is no prose; it is cut here, wherever that is.
        if (isFull()) {
          takeSentences(segments, true);
          rest = rest.slice(-SPACE_UNITS_MAX);
        }
      }
      return segments;
    },
    end() {
      const segments: Segment[] = [];
      if (!block) takeSentences(segments, true);
      if (block) closeBlock(segments);
      return segments;
    },
  };
}

/**
 * More than prose ever leaves undecided: a sentence has at most 600 units, and its end is certain 200 units later. Runs
 * of white space, stops or markers do reach it.
 */
const UNDECIDED_UNITS_MAX = 1_024;
/** Of a longer run of white space before a segment, the last units are kept. */
const SPACE_UNITS_MAX = 512;
/** A long delta is read in pieces, as the undecided rest is read again with each. */
const PIECE_UNITS = 128;

/** Whether a piece may complete a segment: a part of a word, or more of a run of spaces and stops, does not. */
function mayDecide(rest: string, piece: string): boolean {
  if (WITHIN_WORD.test(piece)) return false;
  if (!BETWEEN_WORDS.test(piece) || !BETWEEN_WORDS.test(rest.slice(-2))) return true;
  // A line feed may complete a line that opens a block.
  return piece.includes('\n') && /[^.…\s]/u.test(rest.slice(rest.lastIndexOf('\n') + 1));
}

const WITHIN_WORD = /^[a-z]+$/u;
const BETWEEN_WORDS = /^[.…\s]+$/u;

/** A fenced code block that is being written. */
interface CodeBlock {
  /** Adds a line or the part of one. @returns Whether the line closes the block. */
  add(part: string): boolean;
  /** The block, with the white space before it, and the white space behind it. An unclosed block ends with the text. */
  end(): { text: string; space: string };
}

/** @param opening The line that opens it, with white space before it. */
function openBlock(opening: string, fence: string): CodeBlock {
  const closing = new RegExp(`^[ \\t]*${fence[0]}{${fence.length},}[^\\S\\n]*\\n$`, 'u');
  let whole = opening;
  let line = '';
  return {
    add(part) {
      whole += part;
      line += part;
      if (!part.endsWith('\n')) return false;
      const isClosed = closing.test(line);
      line = '';
      return isClosed;
    },
    end() {
      const text = whole.trimEnd();
      return { text, space: whole.slice(text.length) };
    },
  };
}

function trimmed(text: string): { lead: string; text: string } {
  const inner = text.trimStart();
  return { lead: text.slice(0, text.length - inner.length), text: inner.trimEnd() };
}

function segmentsBetween(text: string, ends: readonly number[]): Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  for (const end of ends) {
    const segment = trimmed(text.slice(start, end));
    if (segment.text !== '') segments.push({ ...segment, kind: 'sentence' });
    start = end;
  }
  return segments;
}

/** Boundaries between sentences, after the markers that follow the first. */
function boundariesOf(text: string): number[] {
  const boundaries: number[] = [];
  let start = 0;
  let isMoved = true;
  // Where markers moved a boundary, splitting starts again.
  while (isMoved) {
    isMoved = false;
    for (const range of splitSentences(text.slice(start)).slice(0, -1)) {
      const end = start + range.end;
      MARKER_RUN.lastIndex = end;
      const cut = end + (MARKER_RUN.exec(text)?.[0].length ?? 0);
      if (text.slice(cut).trim() === '') break;
      boundaries.push(cut);
      isMoved = cut !== end;
      if (isMoved) break;
    }
    start = boundaries.at(-1) ?? 0;
  }
  return boundaries;
}

const STOPPED = /[.!?…;\u037e。！？｡．؟।॥۔։።፧၊။។]["'”’»›)\]}」』）］】〉》]*(?:\[\d{1,3}\])*$/u;
const UNSPACED_STOPPED =
  /(?<![.!?…]["'”’»›)\]}」』）］】〉》]*)[。！？｡．؟।॥።၊။។]["'”’»›)\]}」』）］】〉》]*$/u;
/** Stops may be the rest of a spaced ellipsis. */
const OPENING = /^["'“‘«‹([{「『（［【〈《¿¡„\-–—*_.…\s]+/u;
/** An unfinished marker, which may belong to the previous sentence. */
const OPEN_MARKER = /^[^\S\n]*(?:[[［【][^\]］】\n]{0,90}|[[［【]\s*\d{1,3}\s*[\]］】][^\S\n]*)$/u;
/** How far the sentence splitter reads after a stop, and in a line. */
const CONTEXT_UNITS = 24;
const LINE_UNITS = 200;

/** The boundaries that no later text can change. */
function stableBoundaries(text: string): number[] {
  const stable: number[] = [];
  let inRow = 0;
  for (const cut of boundariesOf(text)) {
    if (!isStable(text, stable.at(-1) ?? 0, cut)) break;
    stable.push(cut);
    // Whether a line feed ends a row depends on the whole row, so it is not cut before its end is certain.
    inRow = isWithinRow(text, cut) ? inRow + 1 : 0;
  }
  return stable.slice(0, stable.length - inRow);
}

/** Whether a cut is behind a cell of a table row, and before more of it. */
function isWithinRow(text: string, cut: number): boolean {
  const isLineEnd = /^[^\S\n]*\n/u.test(text.slice(cut));
  return !isLineEnd && /[|\t]/u.test(text.slice(text.lastIndexOf('\n', cut - 1) + 1, cut));
}

function isStable(text: string, start: number, cut: number): boolean {
  const after = text.slice(cut);
  if (OPEN_MARKER.test(after)) return false;
  const before = text.slice(start, cut);
  // Whether a line is a heading depends on the whole next line.
  const line = before.trimStart().lastIndexOf('\n');
  if (line >= 0) {
    const lineStart = text.lastIndexOf('\n', cut - 1);
    if (text.indexOf('\n', cut) < 0 && text.length - lineStart < LINE_UNITS) return false;
  }
  const sentence = before.replace(MARKERS_AT_END, '');
  if (!/[^.…\s]/u.test(after)) return false;
  if (!STOPPED.test(sentence) || UNSPACED_STOPPED.test(sentence)) return true;
  const next = after.trimStart();
  return next.length >= CONTEXT_UNITS || /^\S+\s/u.test(next.replace(OPENING, ''));
}

const MARKERS_AT_END = new RegExp(`(?:${MARKER_RUN.source})$`, 'u');

/**
 * The line that opens a fenced code block, at the beginning of the text or below a line feed.
 *
 * No white space that ends a line, such as U+2028: a run of it would be read again from each of its lines.
 */
const FENCE = /^[ \t]*(`{3,}|~{3,})[^`\n]*(?:\n|$)/mu;
const FENCE_BELOW = /(?<=\n)[ \t]*(`{3,}|~{3,})[^`\n]*(?:\n|$)/u;
