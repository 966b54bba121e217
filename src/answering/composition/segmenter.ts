import { splitSentences } from '../../retrieval/analysis/sentences.ts';
import { MARKER_RUN } from './markers.ts';

/** A sentence, line or code block of a text that is being written. */
export interface Segment {
  /** White space before it. */
  readonly lead: string;
  /** With the markers that stand behind it; without white space at either end. */
  readonly text: string;
  readonly kind: 'sentence' | 'code';
}

/** Cuts a text into segments while it comes in; together, leads included, they are the text. */
export interface Segmenter {
  /** @returns What is complete now. A sentence is when the next one has begun, so that no more text can alter its end. */
  push(delta: string): Segment[];
  /** @returns What remains at the end of the text, white space aside. */
  end(): Segment[];
}

export function createSegmenter(): Segmenter {
  let rest = '';
  let isBeginning = true;

  /** Takes from `rest` what is complete; everything when no more comes. */
  function take(isFinal: boolean): Segment[] {
    const segments: Segment[] = [];
    let certain = rest.length;
    for (;;) {
      const fence = fenceIn(rest, { isBeginning, isFinal });
      certain = rest.length;
      if (!fence) break;
      // Its line may turn out to be none.
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
      // A long piece is taken as if it came in short ones: what is undecided is read anew each time.
      for (let at = 0; at < delta.length; at += PIECE_UNITS) {
        const piece = delta.slice(at, at + PIECE_UNITS);
        rest += piece;
        // Where one word goes on nothing becomes complete, and before the first word nothing has begun.
        if (!WITHIN_WORD.test(piece) && /\S/u.test(rest)) segments.push(...take(false));
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

/** Where one sentence ends and another begins: behind the markers that follow the first. */
function boundariesOf(text: string): number[] {
  const boundaries: number[] = [];
  let start = 0;
  for (let next = firstBoundaries(text, start); next.length > 0; next = firstBoundaries(text, start)) {
    boundaries.push(...next);
    start = next.at(-1)!;
  }
  return boundaries;
}

/** The boundaries behind `start` up to the first that markers moved: what follows it is another beginning. */
function firstBoundaries(text: string, start: number): number[] {
  const boundaries: number[] = [];
  for (const range of splitSentences(text.slice(start)).slice(0, -1)) {
    const end = start + range.end;
    MARKER_RUN.lastIndex = end;
    const cut = end + (MARKER_RUN.exec(text)?.[0].length ?? 0);
    if (text.slice(cut).trim() === '') break;
    boundaries.push(cut);
    if (cut !== end) break;
  }
  return boundaries;
}

const STOPPED = /[.!?…;\u037e。！？｡．؟।॥۔։።፧၊။។]["'”’»›)\]}」』）］】〉》]*(?:\[\d{1,3}\])*$/u;
const UNSPACED_STOPPED =
  /(?<![.!?…]["'”’»›)\]}」』）］】〉》]*)[。！？｡．؟।॥።၊။។]["'”’»›)\]}」』）］】〉》]*$/u;
/** Stops may be the rest of an ellipsis with blanks in it. */
const OPENING = /^["'“‘«‹([{「『（［【〈《¿¡„\-–—*_.…\s]+/u;
/** A marker that has begun: it may belong to the sentence before. */
const OPEN_MARKER = /^[^\S\n]*(?:[[［【][^\]］】\n]{0,90}|[[［【]\s*\d{1,3}\s*[\]］】][^\S\n]*)$/u;
/** How far the sentence splitter reads behind a stop, and in a line. */
const CONTEXT_UNITS = 24;
const LINE_UNITS = 200;

/** The boundaries that stay such whatever text follows. */
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
  // A line is a heading, or not, only beside the whole of the next one.
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
 * The next fenced code block; `end` undefined while it is open. A block that nothing closes ends with the text.
 *
 * @param options.isBeginning Whether `text` begins a line: otherwise it follows a sentence.
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
    `^[^\\S\\n]*${opening[1]![0]}{${opening[1]!.length},}[^\\S\\n]*(?:\\n${isFinal ? '|$' : ''})`,
    'mu',
  ).exec(text.slice(inside));
  const mark = opening[0].length - 1;
  if (closing) return { start, mark, end: inside + closing.index + closing[0].length };
  return { start, mark, end: isFinal ? text.length : undefined };
}

const FENCE = /^[^\S\n]*(`{3,}|~{3,})[^`\n]*(?:\n|$)/mu;
const FENCE_BELOW = /(?<=\n)[^\S\n]*(`{3,}|~{3,})[^`\n]*(?:\n|$)/u;
