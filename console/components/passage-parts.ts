import type { DocumentText, FoundPassage, TextRange } from '../api/types.ts';
import { inOneLine } from './in-one-line.ts';

/** UTF-16 units of a snippet: enough to tell whether a passage is the same. */
const COMPARED_UNITS = 80;

/** Part of a document's text: around the passage, the passage, or a quoted sentence in it. */
export interface PassagePart {
  readonly text: string;
  readonly role: 'around' | 'passage' | 'quote';
}

/**
 * Splits a document's text at the bounds of a passage and its quotations.
 *
 * @param document The part of the document that was read.
 * @param passage Offsets in the whole document, as are those of `quotes`, which may overlap; a quotation given as text
 * is marked where the passage has it.
 * @returns Parts that make up `document.text`, none of them empty.
 */
export function passageParts(
  document: Pick<DocumentText, 'from' | 'text'>,
  { passage, quotes: given = [] }: { passage: TextRange; quotes: FoundPassage['quotes'] },
): PassagePart[] {
  const { from, text } = document;
  const quotes = given.flatMap((quote) => {
    return typeof quote === 'string' ? rangesOf(quote, document, passage) : [quote];
  });
  const clamp = (offset: number) => Math.min(Math.max(offset - from, 0), text.length);
  const bounds = [passage, ...quotes].flatMap(({ start, end }) => [clamp(start), clamp(end)]);
  const cuts = [...new Set([0, ...bounds, text.length])].sort((a, b) => a - b);
  const parts: PassagePart[] = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [start, end] = [cuts[i]!, cuts[i + 1]!];
    const within = (range: TextRange) => clamp(range.start) <= start && end <= clamp(range.end);
    const role = quotes.some(within) ? 'quote' : within(passage) ? 'passage' : 'around';
    const last = parts.at(-1);
    if (last?.role === role) parts[parts.length - 1] = { role, text: last.text + text.slice(start, end) };
    else parts.push({ role, text: text.slice(start, end) });
  }
  return parts;
}

/** Where a passage has a text, however its lines are broken. */
function rangesOf(
  quote: string,
  { from, text }: Pick<DocumentText, 'from' | 'text'>,
  { start, end }: TextRange,
): TextRange[] {
  const words = quote.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  const pattern = words
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`\s+`);
  const first = Math.max(0, start - from);
  const match = new RegExp(pattern).exec(text.slice(first, Math.max(first, end - from)));
  if (!match) return [];
  const at = from + first + match.index;
  return [{ start: at, end: at + match[0].length }];
}

/** A range that is no paragraph. */
export interface Block extends TextRange {
  readonly type: 'heading' | 'code';
}

/** Headings and code in a part of a document, in order, as offsets in that part. */
export function blocksIn(part: Pick<DocumentText, 'from' | 'text' | 'headings' | 'code'>): Block[] {
  const { from, text, headings, code } = part;
  const blocks = [
    ...headings.map((range) => ({ ...range, type: 'heading' as const })),
    ...code.map((range) => ({ ...range, type: 'code' as const })),
  ];
  return blocks
    .map(({ start, end, type }) => ({
      type,
      start: Math.max(start - from, 0),
      end: Math.min(end - from, text.length),
    }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start);
}

/** A part of a document up to the end of its content: running heads of all pages follow the last passage. */
export function withoutFrame(document: DocumentText): DocumentText {
  const { from, to, content_length } = document;
  if (to <= content_length) return document;
  const text = document.text.slice(0, Math.max(0, content_length - from));
  return { ...document, text, to: from + text.length, length: content_length };
}

/**
 * Whether the document still contains the cited text: offsets refer to the cited version.
 *
 * @param source Its snippet is cut from the passage, in one line, with `…` for omissions.
 */
export function stillSays(
  { from, text }: Pick<DocumentText, 'from' | 'text'>,
  { snippet, start, end }: Pick<FoundPassage, 'snippet' | 'start' | 'end'>,
): boolean {
  const passage = inOneLine(text.slice(Math.max(0, start - from), Math.max(0, end - from)));
  return passage.includes(inOneLine(snippet.replaceAll(/^…|…$/g, '')).slice(0, COMPARED_UNITS));
}
