import type { SampleBlock, SampleText } from './texts.ts';

/**
 * A PDF 1.4 file (ISO 32000-1) of A4 pages in Helvetica, with an outline that names the headings. Text that does not fit
 * on a page continues on the next one.
 */
export function makePdf({ title, pages }: SampleText): Uint8Array {
  const objects: string[] = [];
  const add = (content: string): number => objects.push(content);
  const reserve = (): number => objects.push('');

  const catalog = reserve();
  const pageTree = reserve();
  const regular = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const bold = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>');
  const outline = reserve();
  const kids: number[] = [];
  const headings: { text: string; page: number }[] = [];
  for (const [index, blocks] of pages.entries()) {
    for (const laidOut of layOut(index === 0 ? [{ kind: 'title', text: title }, ...blocks] : blocks)) {
      const stream = laidOut.lines.join('\n');
      const content = add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
      const page = add(
        `<< /Type /Page /Parent ${pageTree} 0 R /MediaBox [0 0 595 ${PAGE_POINTS}] /Contents ${content} 0 R ` +
          `/Resources << /Font << /F1 ${regular} 0 R /F2 ${bold} 0 R >> >> >>`,
      );
      kids.push(page);
      for (const text of laidOut.headings) headings.push({ text, page });
    }
  }
  const first = objects.length + 1;
  for (const [index, { text, page }] of headings.entries()) {
    const previous = index > 0 ? ` /Prev ${first + index - 1} 0 R` : '';
    const next = index < headings.length - 1 ? ` /Next ${first + index + 1} 0 R` : '';
    add(`<< /Title ${literal(text)} /Parent ${outline} 0 R /Dest [${page} 0 R /Fit]${previous}${next} >>`);
  }
  const last = first + headings.length - 1;
  objects[catalog - 1] = `<< /Type /Catalog /Pages ${pageTree} 0 R /Outlines ${outline} 0 R >>`;
  objects[pageTree - 1] =
    `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`;
  objects[outline - 1] =
    `<< /Type /Outlines /First ${first} 0 R /Last ${last} 0 R /Count ${headings.length} >>`;
  const info = add(`<< /Title ${literal(title)} >>`);
  return assemblePdf(objects, { catalog, info });
}

/** @param objects Bodies of the objects from 1 on, in Latin-1. */
export function assemblePdf(
  objects: readonly string[],
  { catalog, info }: { catalog: number; info?: number },
): Uint8Array {
  let file = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [index, content] of objects.entries()) {
    offsets.push(file.length);
    file += `${index + 1} 0 obj\n${content}\nendobj\n`;
  }
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R${info ? ` /Info ${info} 0 R` : ''} >>\n`;
  file += `startxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const PAGE_POINTS = 842;
const MARGIN_POINTS = 64;
const LINE_CHARACTERS_MAX = 84;

type PdfBlock = SampleBlock | { readonly kind: 'title'; readonly text: string };

/** The blocks on as many pages as they take: the lines of each, and the headings that are there. */
function layOut(blocks: readonly PdfBlock[]) {
  const blank = () => ({ lines: [] as string[], headings: [] as string[] });
  const laidOut = [blank()];
  let y = PAGE_POINTS - MARGIN_POINTS;
  const startPage = () => {
    laidOut.push(blank());
    y = PAGE_POINTS - MARGIN_POINTS;
  };
  for (const block of blocks) {
    const { font, size, texts } = setType(block);
    const lineHeight = size * 1.35;
    // A block stays together, unless it is longer than a page.
    if (y - (texts.length - 1) * lineHeight < MARGIN_POINTS && laidOut.at(-1)!.lines.length > 0) startPage();
    if (block.kind === 'heading') laidOut.at(-1)!.headings.push(block.text);
    for (const text of texts) {
      if (y < MARGIN_POINTS) startPage();
      const line = `BT /${font} ${size} Tf ${MARGIN_POINTS} ${y} Td ${literal(text)} Tj ET`;
      laidOut.at(-1)!.lines.push(line);
      y -= lineHeight;
    }
    y -= 8;
  }
  return laidOut;
}

function setType(block: PdfBlock): { font: string; size: number; texts: readonly string[] } {
  if (block.kind === 'title') return { font: 'F2', size: 18, texts: [block.text] };
  if (block.kind === 'heading') return { font: 'F2', size: 14, texts: [block.text] };
  const texts = block.kind === 'paragraph' ? wrap(block.text) : block.rows.map((row) => row.join('   '));
  return { font: 'F1', size: 11, texts };
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > LINE_CHARACTERS_MAX) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}

/** A literal string, ISO 32000-1 §7.3.4.2; the samples stay within Latin-1 but for the typographic apostrophe. */
function literal(text: string): string {
  const escaped = text.replaceAll('’', "'").replace(/[\\()]/g, (character) => `\\${character}`);
  return `(${escaped})`;
}
