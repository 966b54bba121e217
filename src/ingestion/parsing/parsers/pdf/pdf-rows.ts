import { type PdfTextItem, type PlacedText, placeOf } from './pdf-lines.ts';

/** A piece of text and its index in the page's content. */
export interface Piece extends PlacedText {
  readonly index: number;
  readonly text: string;
}

/** The pieces at one height of a page. */
export interface Row {
  readonly y: number;
  readonly size: number;
  /** From left to right. */
  readonly pieces: readonly Piece[];
  /** Parts of the row that a gutter may separate. */
  readonly spans: readonly { readonly x: number; readonly endX: number }[];
}

/** Largest distance of a row's pieces from its baseline, in font heights. */
const BASELINE_SHIFT_MAX = 0.35;
/** Width of a gutter, in font heights. */
export const GUTTER_MIN = 0.8;

/** The upright pieces of text, from top to bottom. */
export function rowsOf(items: readonly PdfTextItem[]): Row[] {
  const pieces = items
    .map((item, index) => ({ ...placeOf(item), index, text: item.str }))
    .filter(({ angle, text }) => angle === 0 && text.trim() !== '')
    .sort((a, b) => b.y - a.y);
  const rows: Piece[][] = [];
  for (const piece of pieces) {
    const first = rows.at(-1)?.[0];
    if (first && first.y - piece.y <= BASELINE_SHIFT_MAX * Math.max(first.size, piece.size))
      rows.at(-1)!.push(piece);
    else rows.push([piece]);
  }
  return rows.map((row) => {
    const sorted = row.sort((a, b) => a.x - b.x);
    const size = Math.max(...sorted.slice(0, 100).map((piece) => piece.size));
    return { y: sorted[0]!.y, size, pieces: sorted, spans: spansOf(sorted, size * GUTTER_MIN) };
  });
}

/** @param pieces From left to right; those closer than `gapMin` form one span. */
export function spansOf(
  pieces: readonly { x: number; endX: number }[],
  gapMin: number,
): { x: number; endX: number }[] {
  const spans: { x: number; endX: number }[] = [];
  for (const { x, endX } of pieces) {
    const last = spans.at(-1);
    if (last && x - last.endX < gapMin) last.endX = Math.max(last.endX, endX);
    else spans.push({ x, endX });
  }
  return spans;
}

export function textOf(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text }) => text)
    .join(' ')
    .trim();
}

/** Of the characters that are not white space. */
export function letterShare(text: string): number {
  const all = text.replace(/\s/g, '');
  return all === '' ? 0 : (all.match(/\p{L}|\p{M}/gu)?.length ?? 0) / all.length;
}
