import type { Chunk } from '../../ports/chunk.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';
import { type ChunkGroup, groupBlocks } from './chunk-groups.ts';
import type { ChunkUnit } from './chunk-units.ts';

/**
 * Words of a chunk when there is text enough. 150–200 words of whole sentences without overlap found as much as
 * 200 words with an overlap of 20 %, in a quarter fewer chunks.
 */
const CHUNK_WORDS_TARGET = 175;
/** A text that is a little longer stays in one piece. */
const CHUNK_WORDS_MAX = 240;
/** For text whose words are long or no words at all. */
const CHUNK_UNITS_MAX = 4_000;

/**
 * Cuts a document into chunks: whole sentences, table rows and lines of code of one section and page, about equally
 * long, without overlap. A sentence over a page's end belongs to the page on which it began.
 *
 * @returns In reading order; together they hold every character of the blocks that is not white space. None is longer
 *   than 4,000 UTF-16 units. Empty for a document without blocks.
 */
export function chunkDocument(parsed: ParsedDocument): Chunk[] {
  const chunks: Chunk[] = [];
  for (const group of groupBlocks(parsed)) {
    for (const { start, end } of divide(group)) {
      chunks.push({
        ordinal: chunks.length,
        text: parsed.text.slice(start, end),
        start,
        end,
        page: group.page,
        section: group.section.length > 0 ? group.section.join(SECTION_SEPARATOR) : null,
      });
    }
  }
  return chunks;
}

const SECTION_SEPARATOR = ' › ';

/** Ranges of a group's text, each a chunk. */
function divide({ units }: ChunkGroup): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let remaining = units.reduce((sum, unit) => sum + unit.words, 0);
  let first = 0;
  while (first < units.length) {
    const parts = Math.max(
      1,
      Math.round(remaining / CHUNK_WORDS_TARGET),
      Math.ceil(remaining / CHUNK_WORDS_MAX),
    );
    const next = boundaryAfter(units, first, Math.max(1, remaining / parts));
    ranges.push({ start: units[first]!.start, end: units[next - 1]!.end });
    for (let i = first; i < next; i++) remaining -= units[i]!.words;
    first = next;
  }
  return ranges;
}

/** What the end of a block is worth, in shares of the target length that a chunk may be off. */
const BLOCK_END_BONUS = 0.2;
/** A heading at the end of a chunk is worse than any length. */
const HEADING_PENALTY = 10;

/** Index behind the last unit of the chunk that begins at `first`: the best boundary near `target` words. */
function boundaryAfter(units: readonly ChunkUnit[], first: number, target: number): number {
  const { start } = units[first]!;
  let best = { next: first + 1, cost: Number.POSITIVE_INFINITY };
  let words = 0;
  for (let i = first; i < units.length; i++) {
    const unit = units[i]!;
    words += unit.words;
    if (i > first && (words > CHUNK_WORDS_MAX || unit.end - start > CHUNK_UNITS_MAX)) break;
    const isStrayHeading = unit.kind === 'heading' && i < units.length - 1;
    const bonus = isStrayHeading ? -HEADING_PENALTY : unit.endsBlock ? BLOCK_END_BONUS : 0;
    const cost = Math.abs(words - target) / target - bonus;
    if (cost <= best.cost) best = { next: i + 1, cost };
  }
  return best.next;
}
