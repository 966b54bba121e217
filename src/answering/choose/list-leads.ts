import { isNameAndValue } from '../../text/name-and-value.ts';
import type { TextRange } from '../../text/sentences.ts';

/**
 * What leads to each sentence of a list or of lines of names and values: the index of their introduction, null without
 * one; within an item, the index of its first sentence. What stands between two numbers belongs to the first of them;
 * otherwise an item ends with its paragraph.
 *
 * @param ranges Of the sentences in the text, marks of list items included.
 * @param sentences One for each range.
 */
export function listLeads(
  text: string,
  ranges: readonly TextRange[],
  sentences: readonly { readonly isIntroduction: boolean }[],
): (number | null)[] {
  const read: ListLine[] = ranges.map(() => ({ item: null, lead: null }));
  /** The last number so far. */
  let last: { item: number; index: number; lead: number | null } | null = null;
  /** Index of the first sentence of the last item. */
  let first = 0;
  for (const [index, { start, end }] of ranges.entries()) {
    const line = text.slice(start, end);
    const before = read[index - 1] ?? read[index]!;
    const lead = sentences[index - 1]?.isIntroduction ? index - 1 : null;
    const continues = index > 0 && !/\n\s*\n/.test(text.slice(ranges[index - 1]!.end, start));
    const number = Number(NUMBER.exec(line)?.[1] ?? Number.NaN);
    if (number === 1 || (last && number === last.item + 1)) {
      if (last && number > 1) read.fill({ item: last.item, lead: last.index }, last.index + 1, index);
      last = { item: number, index, lead: number === 1 ? lead : last!.lead };
      first = index;
      read[index] = { item: number, lead: last.lead };
    } else if (BULLET.test(line)) {
      const follows = lead === null && before.item !== null;
      read[index] = follows ? { item: before.item! + 1, lead: read[first]!.lead } : { item: 1, lead };
      first = index;
    } else if (continues && before.item !== null) read[index] = { item: before.item, lead: first };
    else if (isNameAndValue(line)) read[index] = { item: null, lead: continues ? before.lead : lead };
  }
  return read.map(({ lead }) => lead);
}

const NUMBER = /^(\p{Nd}{1,2})[.)]\s/u;
const BULLET = /^[-*+•‣▪◦·–—]\s/u;

interface ListLine {
  /** Number of the list item that the sentence belongs to, from 1; null outside of lists. */
  readonly item: number | null;
  readonly lead: number | null;
}
