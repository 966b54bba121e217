import type { PdfLine } from '../src/ingestion/parsing/parsers/pdf/pdf-lines.ts';

/** A line of one cell, as wide as a page unless said otherwise. */
export function pdfLine(text: string, place: Partial<Omit<PdfLine, 'text' | 'cells'>> = {}): PdfLine {
  const { x = 50, endX = 500, y = 0, size = 10, font = 'body' } = place;
  return { text, cells: [{ text, x, endX }], x, endX, y, size, angle: 0, font };
}
