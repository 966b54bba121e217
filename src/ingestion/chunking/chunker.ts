import type { Chunk, ChunkRange } from '../../ports/chunk.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';
import { type ChunkGroup, groupBlocks } from './chunk-groups.ts';
import type { ChunkUnit } from './chunk-units.ts';

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
