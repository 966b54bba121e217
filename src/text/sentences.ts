import { isAbbreviation, isOrdinal } from './abbreviations.ts';
import { CHARACTER, classOf } from './characters.ts';
import { isNameAndValue } from './name-and-value.ts';

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A longer sentence is cut at white space near its target length. */
const SENTENCE_UNITS_MAX = 600;
const SENTENCE_UNITS_TARGET = 500;
/** The same for scripts without spaces, where one character says as much as three of others. */
const UNSPACED_UNITS_MAX = 300;
const UNSPACED_UNITS_TARGET = 220;

/**
 * Splits a text of any script into sentences. A sentence ends at a stop followed by white space, unless a lower-case
 * letter follows or the stop belongs to an abbreviation; at a blank line; and at list items, table rows and headings.
 * Takes time linear in the text.
 *
 * @param options.layout `document` also ends sentences at lines such as `Phone: 214`, keeps short rows with several sentences in a cell whole, and labels with what they label: `Freeze. On Monday …`, `… a reply. Default: 8000.`
 * @returns Offsets in UTF-16 units, in order, not overlapping, without white space at either end; together they hold
 *   every character that is not white space. None is longer than 600 units.
 */
export function splitSentences(
  text: string,
  { layout = 'prose' }: { layout?: 'prose' | 'document' } = {},
): TextRange[] {
  const sentences: TextRange[] = [];
  let start = 0;
  const endAt = (end: number) => {
    addCut(text, trimmed(text, start, end), sentences);
    start = end;
  };
  let rowEnd = layout === 'document' ? endOfRow(text, 0) : 0;
  BREAK.lastIndex = 0;
  while (BREAK.test(text)) {
    const at = BREAK.lastIndex - 1;
    if (text[at] === '\n') {
      if (endsAtLineBreak(text, start, at) || (layout === 'document' && isAtRecordLine(text, start, at)))
        endAt(at);
      if (layout === 'document') rowEnd = endOfRow(text, at + 1);
      continue;
    }
    if (at < rowEnd) continue;
    const end = endOfStops(text, at);
    BREAK.lastIndex = end;
    const stop = { start, at, end };
    if (endsAtStop(text, stop) && !(layout === 'document' && isAtLabel(text, stop))) endAt(end);
  }
  endAt(text.length);
  return sentences;
}

/** Whether a text may hold the end of a sentence; otherwise `splitSentences` leaves it whole. Takes little time. */
export function mayHoldEnd(text: string): boolean {
  return text.length > UNSPACED_UNITS_MAX || text.search(BREAK) >= 0;
}

/** Every place where a sentence may end. Greek asks with what looks like a semicolon. */
const BREAK = /[.!?…;\u037e。！？｡．؟।॥۔։።፧၊။។\n]/g;
/** Stops that need no white space after them. */
const FULL_WIDTH_STOP = /[。！？｡．؟।॥።၊။។]/;
const OPENING = /^["'“‘«‹([{「『（［【〈《¿¡„\-–—*_]+/;

/** Offset after a run of stops, closing quotes and brackets, and footnote marks (`.[12]`). */
function endOfStops(text: string, at: number): number {
  STOPS_END.lastIndex = at + 1;
  STOPS_END.test(text);
  return STOPS_END.lastIndex;
}

const STOPS_END = /[.!?…。！？｡．؟।॥۔։።፧၊။។"'”’»›)\]}」』）］】〉》]*(?:\[\d{1,3}\]){0,8}/y;

/** Units read before a stop to recognise an abbreviation, and after it to recognise the start of a sentence. */
const CONTEXT_UNITS = 24;

function endsAtStop(text: string, { start, at, end }: { start: number; at: number; end: number }): boolean {
  const stop = text[at]!;
  if (stop !== '.' && FULL_WIDTH_STOP.test(stop)) return true;
  if (end < text.length && !/\s/.test(text[end]!)) return false;
  const after = text
    .slice(end, end + CONTEXT_UNITS)
    .trimStart()
    .replace(OPENING, '');
  // Another cell follows.
  if (/^\p{Ll}|^\|/u.test(after)) return false;
  const before = wordBefore(text, start, at);
  if (stop === ';' || stop === '\u037e') return /\p{sc=Greek}$/u.test(before) && /^\p{Lu}/u.test(after);
  if (stop === '.' && isLeader(text, { start, at, after })) return false;
  if (stop !== '.' || end > at + 1) return true;
  // The number of a list item comes first in its line; that of a part follows its name: "Item 7A."
  if (/^\p{N}{1,3}$/u.test(before) && isBlank(text, start, at - before.length)) return false;
  if (at - start <= CONTEXT_UNITS && /^\s*\p{Lu}\p{L}+\s\p{N}{1,3}\p{Lu}?$/u.test(text.slice(start, at)))
    return false;
  return !isAbbreviation(before, after) && !isAtOrdinal(text, { start, at, after });
}

/** The word that ends at a stop, inner full stops included; of a long one its end. */
function wordBefore(text: string, start: number, at: number): string {
  WORD_BEFORE.lastIndex = at;
  const word = WORD_BEFORE.exec(text)![1]!;
  return word.slice(Math.max(0, word.length - (at - start)));
}

const WORD_BEFORE = /(?<=([\p{L}\p{M}\p{N}.№]{0,24}))/uy;

function isAtOrdinal(
  text: string,
  { start, at, after }: { start: number; at: number; after: string },
): boolean {
  const isDigit = at > start && text.charCodeAt(at - 1) >= 0x30 && text.charCodeAt(at - 1) <= 0x39;
  return (
    isDigit &&
    /^\p{Lu}\p{Ll}/u.test(after) &&
    isOrdinal(text.slice(Math.max(start, at - CONTEXT_UNITS), at), after)
  );
}

/**
 * Whether a stop ends a label at the start of its line (`Freeze.`, `A: Yes.`), or precedes a label whose value ends the
 * line (`Default: 8000.`).
 */
function isAtLabel(text: string, { start, at, end }: { start: number; at: number; end: number }): boolean {
  if (text[at] !== '.') return false;
  const behind = text.slice(end, end + LABELLED_UNITS_MAX).split('\n', 1)[0]!;
  if (/^\s+\p{Lu}\p{Ll}+: ?[^\s.!?]/u.test(behind)) return behind.length < LABELLED_UNITS_MAX;
  const before = text.slice(start, at);
  return (
    end === at + 1 &&
    at - start <= CONTEXT_UNITS &&
    (start === 0 || before.startsWith('\n')) &&
    /^\s*(?:\p{N}{1,2}[.)]\s)?\s*(?:\p{L}+: )?\p{Lu}\p{L}+$/u.test(before) &&
    /^\s+\S/.test(behind)
  );
}

const LABELLED_UNITS_MAX = 64;

/** Leader dots before a page number, close together or spaced. */
function isLeader(text: string, { start, at, after }: { start: number; at: number; after: string }): boolean {
  if (text.startsWith('.....', at) || /^\.\s\./.test(after)) return true;
  return /\.\s\.\s$/.test(text.slice(Math.max(start, at - 4), at));
}

function isBlank(text: string, start: number, end: number): boolean {
  return end - start <= CONTEXT_UNITS && text.slice(start, end).trim() === '';
}

/** A line is classified by its first units only. */
const LINE_UNITS_MAX = 200;
const HEADING_UNITS_MAX = 80;
const HEADING_WORDS_MAX = 12;
const LIST_MARKER = /^(?:[-*+•‣▪◦·–—]\s|(?:\p{N}{1,3}|\p{L})[.)]\s|\(\p{N}{1,3}\)\s|#{1,6}\s)/u;

/** @param start Where the current sentence starts. @param at Offset of a line feed. */
function endsAtLineBreak(text: string, start: number, at: number): boolean {
  const next = text
    .slice(at + 1, at + 1 + LINE_UNITS_MAX)
    .split('\n', 1)[0]!
    .trim();
  if (next === '') return true;
  if (LIST_MARKER.test(next) || next.startsWith('|')) return true;
  if (/(?:\.\s?){5}\p{N}{1,4}$/u.test(text.slice(Math.max(start, at - CONTEXT_UNITS), at).trimEnd()))
    return true;
  // Of a row, the sentence may be the last one in its last cell.
  if (isRow(text.slice(text.lastIndexOf('\n', at - 1) + 1, at), next)) return true;
  // A line longer than this is no heading.
  if (at - start > LINE_UNITS_MAX) return false;
  const line = text.slice(start, at).trim();
  return !line.includes('\n') && (/^#{1,6}\s/.test(line) || isHeading(line, next));
}

/** A row of more units is quoted by its sentences. */
const ROW_UNITS_MAX = 300;

/** Where the line ends if it is a short row of a table; otherwise 0. */
function endOfRow(text: string, lineStart: number): number {
  const feed = text.indexOf('\n', lineStart);
  const end = feed < 0 ? text.length : feed;
  return end - lineStart <= ROW_UNITS_MAX && text.slice(lineStart, end).includes(' | ') ? end : 0;
}

function isAtRecordLine(text: string, start: number, at: number): boolean {
  const lineStart = Math.max(start, at - LINE_UNITS_MAX, text.lastIndexOf('\n', at - 1) + 1);
  const line = text.slice(lineStart, at);
  const [next = '', second = ''] = text.slice(at + 1, at + 1 + LINE_UNITS_MAX).split('\n', 2);
  if (indentOf(next) < indentOf(line) && /^\s*[\p{Lu}\p{N}]/u.test(next)) return true;
  return isNameAndValue(next) && (isNameAndValue(text.slice(start, at)) || isNameAndValue(second));
}

/** A line that stands further left begins something new. @returns White space before the first word, in units. */
function indentOf(line: string): number {
  return Math.max(0, line.search(/\S/));
}

function isRow(line: string, next: string): boolean {
  return /[|\t]/.test(next) && /[|\t]/.test(line);
}

/** A short line that starts a sentence, does not end in punctuation, and precedes a longer line with a capital. */
function isHeading(line: string, next: string): boolean {
  if (line === '' || line.length > HEADING_UNITS_MAX || line.length > next.length * 0.7) return false;
  if (/[\p{P}\p{Sm}]$/u.test(line) && !/[)\]"”’»」』）]$/u.test(line)) return false;
  if (!/^[\p{Lu}\p{Lo}\p{N}]/u.test(line) || !/^[\p{Lu}\p{Lo}\p{N}"'“‘«(]/u.test(next)) return false;
  return line.split(/\s+/).length <= HEADING_WORDS_MAX;
}

function trimmed(text: string, start: number, end: number): TextRange {
  let from = start;
  let to = end;
  while (from < to && SPACE.test(text[from]!)) from++;
  while (to > from && SPACE.test(text[to - 1]!)) to--;
  return { start: from, end: to };
}

const SPACE = /\s/;

/** Adds a range to `sentences`, in several pieces when it is too long. */
function addCut(text: string, range: TextRange, sentences: TextRange[]): void {
  let { start } = range;
  while (range.end - start > UNSPACED_UNITS_MAX) {
    const unspaced = isUnspaced(text, start);
    if (!unspaced && range.end - start <= SENTENCE_UNITS_MAX) break;
    const cut = cutNear(text, start, unspaced ? UNSPACED_UNITS_TARGET : SENTENCE_UNITS_TARGET);
    const piece = trimmed(text, start, cut);
    sentences.push(piece);
    start = trimmed(text, cut, range.end).start;
  }
  if (start < range.end) sentences.push({ start, end: range.end });
}

/** Whether most of the letters from `start` on are of a script without spaces. */
function isUnspaced(text: string, start: number): boolean {
  let unspaced = 0;
  let letters = 0;
  for (let index = start; index < start + UNSPACED_UNITS_TARGET; index++) {
    const found = classOf(text.charCodeAt(index));
    if (found === CHARACTER.unspaced) unspaced++;
    else if (found === CHARACTER.letter || found === CHARACTER.hangul) letters++;
  }
  return unspaced > letters;
}

/** The last white space within the fifth before the target, else a comma there, else the target itself. */
function cutNear(text: string, start: number, target: number): number {
  const from = start + Math.floor(target * 0.8);
  const tail = text.slice(from, start + target);
  const space = tail.search(/\s\S*$/);
  if (space >= 0) return from + space + 1;
  const comma = tail.search(/[,;:，、；：،][^,;:，、；：،]*$/);
  if (comma >= 0) return from + comma + 1;
  // Never cuts between surrogates, nor before a character's marks unless they are too many.
  let cut = start + target;
  while (
    cut < start + target + 8 &&
    (isLowSurrogate(text, cut) || classOf(text.charCodeAt(cut)) === CHARACTER.mark)
  )
    cut++;
  return isLowSurrogate(text, cut) ? cut + 1 : cut;
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
