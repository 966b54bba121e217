import type { Passage } from '../../../retrieval/passage.ts';
import { afterMetadata } from '../../../text/metadata-lines.ts';
import type { TextRange } from '../../../text/sentences.ts';
import { countWords } from '../../../text/word-count.ts';
import { addressesMachine } from './addresses-machine.ts';
import { ITEM } from './shown-text.ts';

/** A passage of at most this length is shown whole. */
const WORDS_MAX = 160;

/**
 * The part of a passage that an answer shows: all of it where it is short, else the block with the sentence and as many
 * of the blocks around it as fit, those behind it first. A block is a paragraph, an item of a list or a row of a table.
 * A block that addresses a machine ends the part; of one with the sentence, the sentence is shown. The lead of a list is
 * not the end. Lines that say when the file was made are left out before a sentence of the text itself.
 */
export function shownRange(passage: Pick<Passage, 'text' | 'layout'>, sentence: TextRange): TextRange {
  const { text } = passage;
  const all = blocksOf(text);
  const total = all.reduce((sum, { words }) => sum + words, 0);
  const walls = addressesMachine(text) ? blocksForMachines(passage, all) : [];
  if (walls.some(({ start, end }) => start < sentence.end && end > sentence.start)) return sentence;
  const body = afterMetadata(text);
  const from = Math.max(
    body <= sentence.start ? body : 0,
    walls.findLast(({ end }) => end <= sentence.start)?.end ?? 0,
  );
  if ((total <= WORDS_MAX && walls.length + from === 0) || all.length === 0)
    return { start: 0, end: text.length };
  const to = walls.find(({ start }) => start >= sentence.end)?.start ?? text.length;
  const blocks = all.filter(({ start, end }) => start >= from && end <= to);
  let first = blocks.findIndex(({ end }) => end > sentence.start);
  if (first < 0) first = blocks.length - 1;
  let last = Math.max(
    first,
    blocks.findLastIndex(({ start }) => start < sentence.end),
  );
  let words = blocks.slice(first, last + 1).reduce((sum, block) => sum + block.words, 0);
  const fits = (block: Block | undefined) => block !== undefined && words + block.words <= WORDS_MAX;
  while (fits(blocks[last + 1]) || fits(blocks[first - 1])) {
    if (fits(blocks[last + 1])) words += blocks[++last]!.words;
    if (fits(blocks[first - 1])) words += blocks[--first]!.words;
  }
  while (blocks[last]!.start >= sentence.end && leadsList(text, blocks[last]!, blocks[last + 1])) last--;
  return {
    start: Math.min(blocks[first]!.start, sentence.start),
    end: Math.max(blocks[last]!.end, sentence.end),
  };
}

const LEAD_WORDS_MAX = 7;

/** Whether a block is a few words before a list: `On Windows`, `Do this:`. */
function leadsList(text: string, { start, end, words }: Block, next: Block | undefined): boolean {
  if (!next || words > LEAD_WORDS_MAX || !ITEM.test(text.slice(next.start, next.end))) return false;
  return !ITEM.test(text.slice(start, end)) && !/[.!?。！？]\s*$/u.test(text.slice(start, end));
}

/** Without code, which may hold anything. */
function blocksForMachines(passage: Pick<Passage, 'text' | 'layout'>, blocks: readonly Block[]): Block[] {
  const { text, layout: { code = [] } = {} } = passage;
  return blocks.filter(({ start, end }) => {
    const isCode = code.some((range) => range.start < end && range.end > start);
    return !isCode && addressesMachine(text.slice(start, end));
  });
}

interface Block extends TextRange {
  readonly words: number;
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  const end = (at: number) => {
    const words = countWords(text, start, at);
    if (words > 0) blocks.push({ start, end: at, words });
  };
  for (const { index, 0: border } of text.matchAll(BORDER)) {
    end(index);
    start = index + border.length;
  }
  end(text.length);
  return blocks;
}

/** A blank line, or a line break before an item of a list or a row of a table. */
const BORDER = /\n[^\S\n]*\n\s*|\n(?=\s*(?:[-*+•‣▪◦·–—]|\p{Nd}{1,3}[.)])\s)|\n(?=[^\n|]{1,200}\s\|\s)/gu;
