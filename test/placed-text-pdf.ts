import { assemblePdf } from '../scripts/samples/pdf.ts';

/** A piece of text at a place of the page, as programs write it: one string shown at one point. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  /** Room added between letters. */
  readonly apart?: number;
}

/** Helvetica in Latin-1, each piece shown at its place, in the order given. */
export function placedTextPdf(pages: readonly (readonly PlacedText[])[]): Uint8Array {
  const kids = pages.map((_, i) => 4 + i * 2);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  for (const [i, shown] of pages.entries()) {
    const stream = shown
      .map(({ text, x, y, size = 10, apart = 0 }) => {
        const escaped = text.replace(/[\\()]/g, (character) => `\\${character}`);
        return `BT /F1 ${size} Tf ${apart} Tc ${x} ${y} Td (${escaped}) Tj ET`;
      })
      .join('\n');
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${kids[i]! + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
  return assemblePdf(objects, { catalog: 1 });
}
