import type { TextRange } from '../retrieval/analysis/sentences.ts';
import type { Passage } from '../retrieval/passage.ts';
import type { Source } from './answer.ts';
import { cutAtWord, quotation, withCodeLines } from './quotation.ts';

/** Code, or an item of a list. */
export const OWN_LINE = /^\s*(?:`{3}|[-*+•‣▪◦·–—]\s|\p{Nd}{1,2}[.)]\s)/u;
const UNSPACED_END = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]$/u;

/** In UTF-16 units. */
const SNIPPET_MAX = 600;
const LABEL_MAX = 200;

/** A quoted sentence with its passage. */
export interface Quoted {
  readonly passage: Passage;
  /** Offsets into the passage's text. */
  readonly start: number;
  readonly end: number;
  /** Shown before it: a heading or an introduction. */
  readonly lead?: TextRange;
  /** Probability that the passage answers the question, 0–1. */
  readonly probability: number;
}

/** A sentence of an answer as shown, and its sources. */
export interface CitedSentence {
  /** Without its marker. */
  readonly text: string;
  readonly citations: readonly number[];
}

/**
 * Numbers the passages of quoted sentences from 1, in the order of first citation.
 *
 * @param quoted In answer order.
 */
export function cite(quoted: readonly Quoted[]): { sentences: CitedSentence[]; sources: Source[] } {
  const numbers = new Map<string, number>();
  const quotedOf: Quoted[][] = [];
  const sentences = quoted.map((sentence) => {
    const { passage } = sentence;
    let n = numbers.get(passage.chunkId);
    if (n === undefined) {
      n = numbers.size + 1;
      numbers.set(passage.chunkId, n);
      quotedOf.push([]);
    }
    quotedOf[n - 1]!.push(sentence);
    return { text: shownText(sentence), citations: [n] };
  });
  return { sentences, sources: quotedOf.map((parts, i) => sourceOf(i + 1, parts)) };
}

/** `Sentence. [1]`: a sentence in the form it has in the answer. Nothing may follow the end of code in its line. */
export function withMarkers({ text, citations }: CitedSentence): string {
  const margin = FENCE_END.exec(text)?.[1];
  const markers = citations.map((n) => `[${n}]`).join(' ');
  return margin === undefined ? `${text} ${markers}` : `${text}\n${margin}${markers}`;
}

const FENCE_END = /\n( *)`{3,}$/;

/** `Probation: 6 months.`, `Is it allowed? Yes.` */
function shownText({ passage, start, end, lead }: Quoted): string {
  const text = quotation(passage.text.slice(start, end));
  if (!lead) return text;
  const title = quotation(passage.text.slice(lead.start, lead.end));
  const colon = /\p{P}$/u.test(title.replace(/[)\]]+$/u, '')) ? '' : UNSPACED_END.test(title) ? '：' : ':';
  return `${title}${colon}${OWN_LINE.test(text) ? '\n' : colon === '：' ? '' : ' '}${text}`;
}

/** @param parts The quotations from one passage, at least one, in the order of first citation. */
export function sourceOf(n: number, parts: readonly Quoted[]): Source {
  const { passage, probability } = parts[0]!;
  return {
    n,
    label: labelOf(passage),
    docId: passage.docId,
    chunkId: passage.chunkId,
    score: probability,
    page: passage.page,
    section: passage.section,
    snippet: snippetOf(passage.text, parts),
    start: passage.start,
    end: passage.start + passage.text.length,
    quotes: placesOf(parts),
    url: passage.url,
    kind: passage.kind,
  };
}

/** Ranges of the quoted sentences in the document. */
function placesOf(parts: readonly Quoted[]): TextRange[] {
  return parts
    .flatMap(({ passage, start, end, lead }) =>
      [...(lead ? [lead] : []), { start, end }].map((range) => ({
        start: passage.start + range.start,
        end: passage.start + range.end,
      })),
    )
    .sort((a, b) => a.start - b.start);
}

/** `Handbook, p. 12` where there are pages, `Handbook › Leave` where there are headings. */
function labelOf({ title, page, section }: Passage): string {
  const headings = (section?.split(' › ') ?? []).filter((heading, i) => i > 0 || heading !== title);
  const label = page === null ? [title, ...headings].join(' › ') : `${title}, p. ${page}`;
  return cutAtWord(label.replace(/\s+/gu, ' ').trim(), LABEL_MAX);
}

/**
 * The quoted sentences of a passage with as much context as fits, the text before them first. Verbatim, so that it can
 * be found in the document.
 */
function snippetOf(text: string, parts: readonly Quoted[]): string {
  const first = Math.min(...parts.map(({ start, lead }) => lead?.start ?? start));
  const all = Math.max(...parts.map(({ end }) => end));
  // Sentences too far apart for one snippet: only the one cited first.
  const [from, to] = all - first <= SNIPPET_MAX - 2 ? [first, all] : [parts[0]!.start, parts[0]!.end];
  const room = Math.max(0, SNIPPET_MAX - 2 - (to - from));
  // The text before says more than the text after: all of it if it fits.
  const before = from <= room ? from : Math.max(Math.floor(room / 2), room - (text.length - to));
  const after = Math.min(text.length - to, room - before);
  const start = from - before === 0 ? 0 : wordStart(text, from - before, from);
  const end = to + after === text.length ? text.length : wordEnd(text, to, to + after);
  const snippet = withCodeLines(text.slice(start, end));
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
