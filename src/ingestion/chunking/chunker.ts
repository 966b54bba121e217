import type { Chunk, ChunkRange } from '../../ports/chunk.ts';
import { splitSentences, type TextRange } from '../../text/sentences.ts';
import { countWords } from '../../text/word-count.ts';
import type { Block, ParsedDocument } from '../parsing/parsed-document.ts';

/**
 * Target length in words. Chunks of 150–200 words of whole sentences without overlap found as much as 200 words with 20
 * % overlap, with a quarter fewer chunks.
 */
const CHUNK_WORDS_TARGET = 175;
/** A text up to this length stays in one piece. */
const CHUNK_WORDS_MAX = 240;
/** For text with very long words or none. */
const CHUNK_UNITS_MAX = 4_000;

/**
 * Cuts a document into chunks of whole sentences, table rows and lines of code. A chunk stays within one section and
 * page; chunks are about equally long and do not overlap. A sentence across pages belongs to the page where it begins.
 *
 * @returns In reading order; together they hold every non-space character of the blocks. None is longer than 4,000
 * UTF-16 units. Empty for a document without blocks.
 */
export function chunkDocument(parsed: ParsedDocument): Chunk[] {
  const chunks: Chunk[] = [];
  for (const group of groupBlocks(parsed)) {
    for (const units of divide(group, parsed.text)) {
      const [start, end] = [units[0]!.start, units.at(-1)!.end];
      chunks.push({
        ordinal: chunks.length,
        text: parsed.text.slice(start, end),
        start,
        end,
        page: group.page,
        section: group.section.length > 0 ? group.section.join(SECTION_SEPARATOR) : null,
        ...layoutOf(units),
      });
    }
  }
  return chunks;
}

const SECTION_SEPARATOR = ' › ';

function layoutOf(units: readonly ChunkUnit[]): Pick<Chunk, 'layout'> {
  const headings = rangesOf('heading', units);
  const code = rangesOf('code', units);
  if (headings.length === 0 && code.length === 0) return {};
  return { layout: { ...(headings.length > 0 && { headings }), ...(code.length > 0 && { code }) } };
}

/** The blocks of a kind, as offsets from the first unit. */
function rangesOf(kind: ChunkUnit['kind'], units: readonly ChunkUnit[]): ChunkRange[] {
  const { start } = units[0]!;
  const ranges: ChunkRange[] = [];
  for (const [i, unit] of units.entries()) {
    if (unit.kind !== kind) continue;
    const before = units[i - 1];
    // A long block is several units.
    const from = before?.kind === kind && !before.endsBlock ? ranges.pop()!.start : unit.start - start;
    ranges.push({ start: from, end: unit.end - start });
  }
  return ranges;
}

/** The units of a group that each chunk has. */
function divide({ units }: ChunkGroup, text: string): (readonly ChunkUnit[])[] {
  const chunks: (readonly ChunkUnit[])[] = [];
  let remaining = units.reduce((sum, unit) => sum + unit.words, 0);
  let first = 0;
  while (first < units.length) {
    const parts = Math.max(
      1,
      Math.round(remaining / CHUNK_WORDS_TARGET),
      Math.ceil(remaining / CHUNK_WORDS_MAX),
    );
    const next = boundaryAfter(units, { text, first, target: Math.max(1, remaining / parts) });
    chunks.push(units.slice(first, next));
    for (let i = first; i < next; i++) remaining -= units[i]!.words;
    first = next;
  }
  return chunks;
}

/** The deviation from the target length that the end of a block outweighs, as a share of that length. */
const BLOCK_END_BONUS = 0.2;
/** A heading or a question at the end of a chunk, apart from its text, is worse than any wrong length. */
const LEAD_PENALTY = 10;

/** Index after the last unit of the chunk that begins at `first`: the best boundary near `target` words. */
function boundaryAfter(
  units: readonly ChunkUnit[],
  { text, first, target }: { text: string; first: number; target: number },
): number {
  const { start } = units[first]!;
  let best = { next: first + 1, cost: Number.POSITIVE_INFINITY };
  let words = 0;
  for (let i = first; i < units.length; i++) {
    const unit = units[i]!;
    words += unit.words;
    if (i > first && (words > CHUNK_WORDS_MAX || unit.end - start > CHUNK_UNITS_MAX)) break;
    const isStrayLead = i < units.length - 1 && isLead(unit, text);
    const bonus = isStrayLead ? -LEAD_PENALTY : unit.endsBlock ? BLOCK_END_BONUS : 0;
    const cost = Math.abs(words - target) / target - bonus;
    if (cost <= best.cost) best = { next: i + 1, cost };
  }
  return best.next;
}

/** A heading, or a paragraph that ends with a question, as in lists of frequent questions. */
function isLead({ kind, endsBlock, end }: ChunkUnit, text: string): boolean {
  return kind === 'heading' || (kind === 'paragraph' && endsBlock && QUESTION_MARK.test(text[end - 1]!));
}

const QUESTION_MARK = /[?？؟]/u;

/** Text that may share a chunk: under the same heading, on the same page. */
interface ChunkGroup {
  readonly units: readonly ChunkUnit[];
  readonly page: number | null;
  /** Path of the headings above all of it, outermost first. */
  readonly section: readonly string[];
}

/** A shorter section is joined with the next one. */
const SECTION_WORDS_MIN = 60;
/** Joined sections are no longer than this. */
const JOINED_WORDS_MAX = 200;
const HEADING_UNITS_MAX = 200;
/** A sentence that continues on the next page is not joined when the result would be longer. */
const JOINED_SENTENCE_UNITS_MAX = 1_500;

/** Groups a document's text by section and page, in reading order. A heading belongs to the text below it. */
function groupBlocks({ text, blocks }: ParsedDocument): ChunkGroup[] {
  const groups: { units: ChunkUnit[]; page: number | null; section: string[] }[] = [];
  const path: { level: number; title: string }[] = [];
  let isAfterHeading = false;
  for (const block of blocks) {
    const units = unitsOf(text, block);
    if (units.length === 0) continue;
    const last = groups.at(-1);
    if (block.kind === 'heading') {
      openSection(path, block, text);
      if (last && isAfterHeading && last.page === block.page) {
        last.units.push(...units);
        last.section = path.map(({ title }) => title);
      } else groups.push({ units, page: block.page, section: path.map(({ title }) => title) });
      isAfterHeading = true;
      continue;
    }
    const section = block.section ?? path.map(({ title }) => title);
    const isElsewhere = block.section !== undefined && !isSame(block.section, last?.section);
    if (last && last.page === block.page && !isElsewhere) append(last.units, units);
    else {
      const rest = last && !isAfterHeading ? joinSentence(text, last.units, units) : units;
      if (rest.length > 0) groups.push({ units: rest, page: block.page, section: [...section] });
    }
    isAfterHeading = false;
  }
  return joinSmall(groups);
}

/** Without spread syntax: a block may have more units than a call takes arguments. */
function append(units: ChunkUnit[], more: readonly ChunkUnit[]): void {
  for (const unit of more) units.push(unit);
}

function openSection(path: { level: number; title: string }[], block: Block, text: string): void {
  const level = block.level ?? 1;
  while (path.length > 0 && path.at(-1)!.level >= level) path.pop();
  const title = text.slice(block.start, block.end).replace(/\s+/g, ' ').trim();
  const isLong = title.length > HEADING_UNITS_MAX;
  path.push({ level, title: isLong ? `${title.slice(0, HEADING_UNITS_MAX).toWellFormed()}…` : title });
}

/**
 * When a page ends within a sentence, which no line end tells from its rest, moves the rest to the page where it began.
 *
 * @returns The remaining units of the new page.
 */
function joinSentence(text: string, page: ChunkUnit[], next: ChunkUnit[]): ChunkUnit[] {
  const begun = page.at(-1)!;
  const rest = next[0]!;
  const isProse = begun.kind === 'paragraph' || begun.kind === 'list_item';
  const isBroken =
    isProse &&
    rest.kind === begun.kind &&
    !text.slice(begun.end, rest.start).includes('\n') &&
    rest.end - begun.start <= JOINED_SENTENCE_UNITS_MAX;
  if (!isBroken) return next;
  page[page.length - 1] = {
    ...begun,
    end: rest.end,
    words: begun.words + rest.words,
    endsBlock: rest.endsBlock,
  };
  return next.slice(1);
}

/** A chunk of a few words ranks first by its shortness alone, so it is joined with a neighbour of its section. */
function joinSmall(groups: readonly ChunkGroup[]): ChunkGroup[] {
  const joined: (ChunkGroup & { units: ChunkUnit[]; words: number; begunIn: readonly string[] })[] = [];
  for (const { units, page, section } of groups) {
    const words = units.reduce((sum, unit) => sum + unit.words, 0);
    const last = joined.at(-1);
    const fits =
      last !== undefined &&
      last.page === page &&
      last.words < SECTION_WORDS_MIN &&
      last.words + words <= JOINED_WORDS_MAX &&
      belongTogether(last.begunIn, section);
    if (fits) {
      append(last.units, units);
      joined[joined.length - 1] = {
        ...last,
        words: last.words + words,
        section: last.section.slice(0, sharedLength(last.section, section)),
      };
    } else joined.push({ units: [...units], page, section, words, begunIn: section });
  }
  return joined;
}

function isSame(section: readonly string[], other: readonly string[] = []): boolean {
  return section.length === other.length && section.every((step, i) => step === other[i]);
}

function sharedLength(a: readonly string[], b: readonly string[]): number {
  const differsAt = a.findIndex((title, i) => title !== b[i]);
  return differsAt < 0 ? a.length : differsAt;
}

/** Sections of one parent, or a section and its subsection. Text above the first heading is in no section. */
function belongTogether(section: readonly string[], next: readonly string[]): boolean {
  if (section.length === 0) return false;
  const shared = next.length > section.length ? section : section.slice(0, -1);
  return next.length >= section.length && shared.every((title, i) => title === next[i]);
}

/** Part of a block that is never split between chunks. */
interface ChunkUnit {
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
function unitsOf(text: string, block: Block): ChunkUnit[] {
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
