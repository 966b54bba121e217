import { mayHoldEnd, splitSentences } from '../../retrieval/analysis/sentences.ts';
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

export function createSegmenter(): Segmenter {
  let rest = '';
  let isBeginning = true;

  /** Takes the complete segments from `rest`; all of it when `isFinal`. */
  function take(isFinal: boolean): Segment[] {
    const segments: Segment[] = [];
    let certain = rest.length;
    for (;;) {
      const fence = fenceIn(rest, { isBeginning, isFinal });
      certain = rest.length;
      if (!fence) break;
      // The line may turn out not to open a block.
      if (!isFinal && !rest.includes('\n', fence.start + fence.mark)) {
        certain = fence.start;
        break;
      }
      const before = rest.slice(0, fence.start);
      segments.push(...segmentsBetween(before, [...boundariesOf(before), before.length]));
      const start = before.trimEnd().length;
      if (fence.end === undefined) {
        isBeginning &&= start === 0;
        rest = rest.slice(start);
        return segments;
      }
      const block = rest.slice(start, fence.end).trimEnd();
      segments.push({ ...trimmed(block), kind: 'code' });
      rest = rest.slice(start + block.length);
      isBeginning = false;
    }
    const ends = isFinal ? [...boundariesOf(rest), rest.length] : stableBoundaries(rest.slice(0, certain));
    const end = ends.at(-1) ?? 0;
    segments.push(...segmentsBetween(rest, ends));
    rest = rest.slice(end);
    isBeginning &&= end === 0;
    return segments;
  }

  return {
    push(delta) {
      const segments: Segment[] = [];
      // Splits a long delta into short pieces: the undecided rest is rescanned with each.
      for (let at = 0; at < delta.length; at += PIECE_UNITS) {
        const piece = delta.slice(at, at + PIECE_UNITS);
        rest += piece;
        // Nothing is completed within a word.
        if (!WITHIN_WORD.test(piece) && mayHoldEnd(rest)) segments.push(...take(false));
      }
      return segments;
    },
    end: () => take(true),
  };
}

const PIECE_UNITS = 128;
const WITHIN_WORD = /^[a-z]+$/u;

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
  // Where markers moved a boundary, splitting starts anew.
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
  for (const cut of boundariesOf(text)) {
    if (!isStable(text, stable.at(-1) ?? 0, cut)) break;
    stable.push(cut);
  }
  return stable;
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
 * The next fenced code block; `end` is undefined while it is open. An unclosed block ends with the text.
 *
 * @param options.isBeginning Whether `text` starts a line; otherwise it follows a sentence.
 */
function fenceIn(
  text: string,
  { isBeginning, isFinal }: { isBeginning: boolean; isFinal: boolean },
): { start: number; mark: number; end: number | undefined } | undefined {
  const opening = (isBeginning ? FENCE : FENCE_BELOW).exec(text);
  if (!opening) return undefined;
  const start = opening.index;
  const inside = start + opening[0].length;
  const closing = new RegExp(
    `^[ \\t]*${opening[1]![0]}{${opening[1]!.length},}[^\\S\\n]*(?:\\n${isFinal ? '|$' : ''})`,
    'mu',
  ).exec(text.slice(inside));
  const mark = opening[0].length - 1;
  if (closing) return { start, mark, end: inside + closing.index + closing[0].length };
  return { start, mark, end: isFinal ? text.length : undefined };
}

/** No white space that ends a line, such as U+2028: a run of it would be read again from each of its lines. */
const FENCE = /^[ \t]*(`{3,}|~{3,})[^`\n]*(?:\n|$)/mu;
const FENCE_BELOW = /(?<=\n)[ \t]*(`{3,}|~{3,})[^`\n]*(?:\n|$)/u;
