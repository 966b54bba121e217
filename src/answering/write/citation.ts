import type { Passage } from '../../retrieval/passage.ts';
import { cutAtWord, inOneLine, withCodeLines } from '../../text/quotation.ts';
import { rangesWithin } from '../../text/ranges.ts';
import type { TextRange } from '../../text/sentences.ts';
import type { RelatedSource, Source } from '../answer.ts';
import type { ShownText } from './quote/shown-text.ts';

/** In UTF-16 units. */
const SNIPPET_MAX = 1_600;
const LABEL_MAX = 200;
/** A longer title is cut, so that a label has room for the place and is shown with it. */
const LABEL_TITLE_MAX = 100;

/** A part of a passage that is cited or shown. */
export interface Quoted {
  readonly passage: Passage;
  /** The sentences that answer, as offsets into the passage's text. */
  readonly quotes: readonly TextRange[];
  /** Probability that the passage answers the question, 0–1. */
  readonly probability: number;
}

/** A text of an answer as shown, without its markers, and its sources. */
export interface CitedText extends ShownText {
  readonly citations: readonly number[];
}

/**
 * Numbers quoted passages from 1.
 *
 * @param quoted In answer order, of distinct passages, each in the form that it is shown in.
 */
export function cite(quoted: readonly (Quoted & ShownText)[]): { texts: CitedText[]; sources: Source[] } {
  return {
    texts: quoted.map(({ text, marked }, i) => ({ text, marked, citations: [i + 1] })),
    sources: quoted.map((part, i) => ({ n: i + 1, ...sourceOf(part) })),
  };
}

/** `Text. [1]`: a text in the form it has in the answer. Nothing may follow the end of code in its line. */
export function withMarkers({ text, citations }: Pick<CitedText, 'text' | 'citations'>): string {
  const margin = FENCE_END.exec(text)?.[1];
  const markers = citations.map((n) => `[${n}]`).join(' ');
  return margin === undefined ? `${text} ${markers}` : `${text}\n${margin}${markers}`;
}

const FENCE_END = /\n( *)`{3,}$/;

/** A source without its number. */
export function sourceOf({ passage, quotes, probability }: Quoted): RelatedSource {
  return {
    label: labelOf(passage),
    docId: passage.docId,
    chunkId: passage.chunkId,
    score: probability,
    page: passage.page,
    section: passage.section,
    snippet: snippetOf(passage, quotes),
    start: passage.start,
    end: passage.start + passage.text.length,
    quotes: quotes
      .map(({ start, end }) => ({ start: passage.start + start, end: passage.start + end }))
      .sort((one, other) => one.start - other.start),
    url: passage.url,
    kind: passage.kind,
  };
}

/** `Handbook, p. 12` where there are pages, `Handbook › Leave` where there are headings. */
function labelOf({ title, page, section }: Passage): string {
  const [first = '', ...others] = section?.split(' › ') ?? [];
  const saysTitle = first.includes(title) || title.includes(first);
  const headings = saysTitle ? others : [first, ...others];
  const name = cutAtWord(inOneLine(title), LABEL_TITLE_MAX);
  const label = page === null ? [name, ...headings].join(' › ') : `${name}, p. ${page}`;
  return cutAtWord(inOneLine(label), LABEL_MAX);
}

/**
 * A passage, or where it is long, its quoted sentences with as much context as fits, the text before them first.
 * Verbatim apart from white space, so that it can be found in the document.
 */
function snippetOf(passage: Passage, quotes: readonly TextRange[]): string {
  const { text } = passage;
  const from = Math.min(text.length, ...quotes.map(({ start }) => start));
  const to = Math.max(0, ...quotes.map(({ end }) => end));
  const isClose = quotes.length > 0 && to - from <= SNIPPET_MAX - 2;
  const around = isClose ? { start: from, end: to } : (quotes[0] ?? { start: 0, end: 0 });
  const room = Math.max(0, SNIPPET_MAX - 2 - (around.end - around.start));
  // The text before says more than the text after: all of it if it fits.
  const before =
    around.start <= room ? around.start : Math.max(Math.floor(room / 2), room - (text.length - around.end));
  const after = Math.min(text.length - around.end, room - before);
  const start = around.start - before === 0 ? 0 : wordStart(text, around.start - before, around.start);
  const end =
    around.end + after === text.length ? text.length : wordEnd(text, around.end, around.end + after);
  const snippet = withCodeLines(text.slice(start, end), rangesWithin(passage.layout?.code, { start, end }));
  return cutAtWord(`${start > 0 ? '…' : ''}${snippet}${end < text.length ? '…' : ''}`, SNIPPET_MAX);
}

/** The first start of a word in `low … high`; `high` when there is none. */
function wordStart(text: string, low: number, high: number): number {
  const gap = text.slice(low, high).search(/\s/u);
  return gap < 0 ? high : low + gap;
}

/** The last end of a word in `low … high`; `low` when there is none. */
function wordEnd(text: string, low: number, high: number): number {
  const gap = text.slice(low, high).search(/\s\S*$/u);
  return gap < 0 ? low : low + gap;
}
