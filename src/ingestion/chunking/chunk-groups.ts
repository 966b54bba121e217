import type { Block, ParsedDocument } from '../parsing/parsed-document.ts';
import { type ChunkUnit, unitsOf } from './chunk-units.ts';

/** Text that may share a chunk: under the same heading, on the same page. */
export interface ChunkGroup {
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
export function groupBlocks({ text, blocks }: ParsedDocument): ChunkGroup[] {
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
