import type { Block } from '../../parsed-document.ts';
import { isUnspaced, joinLines } from '../joined-lines.ts';
import { greatest, least } from './extremes.ts';
import type { PdfLine } from './pdf-lines.ts';

/** A paragraph on its page. */
export interface PagedParagraph {
  readonly kind: Block['kind'];
  readonly level?: number | undefined;
  /** 1-based. */
  readonly page: number;
  readonly text: string;
  /** Empty when the text was recognised in a picture. */
  readonly lines: readonly PdfLine[];
  /** Given when it continues the paragraph before: what joins the two. */
  readonly joint?: ' ' | '';
}

/**
 * Finds the sentences that continue over the end of a page, and makes words whole that the end parts; these stay on the
 * page where they begin.
 *
 * @param vocabulary Of `vocabularyOf`.
 */
export function withPageEndsJoined(
  paragraphs: readonly PagedParagraph[],
  vocabulary: ReadonlySet<string>,
): PagedParagraph[] {
  const joined: PagedParagraph[] = [];
  for (const paragraph of paragraphs) {
    const before = joined.at(-1);
    if (!before || !continues(before, paragraph)) {
      joined.push(paragraph);
      continue;
    }
    const { begun, rest, joint } = partedAt(before.text, paragraph.text, vocabulary);
    joined[joined.length - 1] = { ...before, text: begun };
    if (rest !== '') joined.push({ ...paragraph, kind: before.kind, text: rest, joint });
  }
  return joined;
}

function continues(before: PagedParagraph, next: PagedParagraph): boolean {
  if (next.page !== before.page + 1 || next.kind !== 'paragraph') return false;
  if (before.kind !== 'paragraph' && before.kind !== 'list_item') return false;
  if (!isUnfinished(before.text)) return false;
  const [last, first] = [before.lines.at(-1), next.lines[0]];
  if (last && first && (last.angle !== first.angle || Math.abs(last.size - first.size) > last.size * 0.1))
    return false;
  return isContinued(before.text, next.text) || runsOn(before, next);
}

/** Whether the words alone tell that a text continues in the next one. */
export function isContinued(before: string, next: string): boolean {
  return isUnfinished(before) && (/^["'“‘(]?\p{Ll}/u.test(next) || isUnspaced(before, next));
}

function isUnfinished(text: string): boolean {
  return UNFINISHED.test(text) && !INDEX_ENTRY_END.test(text);
}

/** Neither a sentence's end nor the colon before a list. */
const UNFINISHED = /[^.!?:…。！？：\s]["'”’»)\]]{0,3}$/u;
/** Page numbers in an index, with footnotes: `, 65`, `, 21–22`, `, 328n`. */
const INDEX_ENTRY_END = /, \d{1,3}(?:[–-]\d{1,3})?n{0,2}$/;

/** Whether the last line is full, and the first one of the next page, which is full as well, is not indented. */
function runsOn(before: PagedParagraph, next: PagedParagraph): boolean {
  const [last, first] = [before.lines.at(-1), next.lines[0]];
  if (!last || !first || before.lines.length < 2 || next.lines.length < 2 || last.font !== first.font)
    return false;
  if (last.cells.length > 1 || first.cells.length > 1) return false;
  const right = greatest(before.lines.map(({ endX }) => endX));
  const left = least(next.lines.map(({ x }) => x));
  const width = right - least(before.lines.map(({ x }) => x));
  return (
    right - last.endX < width * RAGGED_MAX &&
    first.x - left < first.size * 0.5 &&
    first.endX - first.x > width * (1 - RAGGED_MAX)
  );
}

/** How much shorter than the longest a full line may be, as a share. */
const RAGGED_MAX = 0.1;

/** The two texts, with the word between them in the first. */
function partedAt(
  begun: string,
  rest: string,
  vocabulary: ReadonlySet<string>,
): { begun: string; rest: string; joint: ' ' | '' } {
  const whole = joinLines([{ text: begun }, { text: rest }], vocabulary);
  if (whole.startsWith(`${begun} `)) return { begun, rest, joint: ' ' };
  if (isUnspaced(begun, rest)) return { begun, rest, joint: '' };
  const space = whole.indexOf(' ', begun.length - 1);
  const end = space === -1 ? whole.length : space;
  return { begun: whole.slice(0, end), rest: whole.slice(end).trimStart(), joint: ' ' };
}
