import { fileURLToPath } from 'node:url';
import { getDocument, type PDFDocumentProxy, PermissionFlag } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { IngestFailure } from '../../../../errors.ts';
import type { RecognisedPages, Recognition } from '../../../../ports/text-recognition.ts';
import { startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { ScannedPages } from '../../scanned-pages.ts';
import { joinLines, vocabularyOf } from '../joined-lines.ts';
import { metadataLines, metadataTitle } from '../metadata.ts';
import { inReadingOrder } from './pdf-columns.ts';
import { levelsByFont } from './pdf-font-headings.ts';
import { plainFormLine } from './pdf-form-lines.ts';
import { withGlyphNumbersRead, withoutUnreadable } from './pdf-glyph-numbers.ts';
import { withHeadedCells } from './pdf-grids.ts';
import { headingLevels, type OutlineEntry } from './pdf-headings.ts';
import { linesOf, type PdfLine, readableItems } from './pdf-lines.ts';
import { type PagedParagraph, withPageEndsJoined } from './pdf-page-ends.ts';
import { paragraphsOf } from './pdf-paragraphs.ts';
import { referenceLines } from './pdf-reference-lines.ts';
import { type PageParts, partRunningLines } from './pdf-running-lines.ts';
import { withHeadedRows } from './pdf-tables.ts';
import { titleLines } from './pdf-title-page.ts';
import { withWrappedCells } from './pdf-wrapped-cells.ts';

/**
 * The text of a PDF's text layer, page by page, and the recognised text of pages without one.
 *
 * @throws {ScannedPages} When recognition is possible, and there are pages without text.
 * @throws {IngestFailure} `password_required`, `no_text_layer`, `damaged_file` or `too_complex`.
 */
export async function parsePdf(
  bytes: Uint8Array,
  _file?: unknown,
  recognition: Recognition = 'unavailable',
  onProgress?: (share: number) => void,
): Promise<ParsedDocument> {
  // pdf.js takes over the memory, and rejects Node's own Buffer.
  const opening = getDocument({ ...PDF_OPTIONS, data: new Uint8Array(bytes) });
  try {
    const pdf = await opening.promise;
    if (pdf.numPages > PAGES_MAX) {
      throw new IngestFailure(
        'too_complex',
        `The PDF has ${pdf.numPages} pages; ${PAGES_MAX} are read. Split it and send the parts.`,
      );
    }
    await assertOpen(pdf);
    const ownPages = await readPages(pdf, onProgress);
    const recognised = recognisedOf(ownPages, recognition);
    const parts = partsOf(ownPages);
    const pages = parts.map(({ content }) => content);
    const named = headingLevels(pages, await readOutline(pdf));
    const vocabulary = vocabularyOf(pages.flat());
    const metadata = await readMetadata(pdf);
    const document = startDocumentText({ about: metadata.about });
    const reading = { levels: new Map([...levelsByFont(pages), ...named]), recognised, vocabulary };
    for (const { kind, text, ...place } of paragraphsOfPages(pages, reading)) document.add(kind, text, place);
    for (const [index, { running }] of parts.entries()) {
      const text = running.map((line) => line.text).join(' ');
      // A page number alone is meaningless.
      if (/\p{L}{2}/u.test(text)) document.addFrame(text, { page: index + 1 });
    }
    const heading = joinLines(
      titleLines(pages, (line) => named.has(line)),
      vocabulary,
    );
    return document.finish({
      ...{ title: heading, claimed: metadata.title },
      ...{ pages: pdf.numPages, headingsAreTitles: false },
    });
  } catch (error) {
    throw failureOf(error);
  } finally {
    await opening.destroy();
  }
}

/** The content of each page, and the lines around it: running ones, and those that lead to other pages. */
function partsOf(pages: readonly PdfLine[][]): PageParts[] {
  const parts = partRunningLines(pages);
  const references = referenceLines(parts.map(({ content }) => content));
  return parts.map(({ content, running }) => ({
    content: content.filter((line) => !references.has(line)).map(plainFormLine),
    running: [...running, ...content.filter((line) => references.has(line))],
  }));
}

interface Reading {
  readonly levels: ReadonlyMap<PdfLine, number>;
  readonly recognised: RecognisedPages;
  readonly vocabulary: ReadonlySet<string>;
}

/** In reading order, of a page's lines and of its recognised text. */
function paragraphsOfPages(
  pages: readonly (readonly PdfLine[])[],
  { levels, recognised, vocabulary }: Reading,
): PagedParagraph[] {
  const paragraphs = pages.flatMap((lines, index): PagedParagraph[] => {
    const page = index + 1;
    const isHeading = (line: PdfLine) => levels.has(line);
    const joined = withWrappedCells(lines, isHeading, vocabulary);
    const headed = withHeadedRows(withHeadedCells(joined, isHeading, vocabulary), isHeading);
    const own = paragraphsOf(headed, (line) => levels.get(line)).map(({ kind, level, lines: of }) => {
      const text = kind === 'table' ? of.map((line) => line.text).join('\n') : joinLines(of, vocabulary);
      return { kind, level, page, text, lines: of };
    });
    const texts = recognisedParagraphs(recognised.get(page) ?? '', vocabulary);
    return [...own, ...texts.map((text) => ({ kind: 'paragraph' as const, page, text, lines: [] }))];
  });
  return withPageEndsJoined(paragraphs, vocabulary);
}

const PAGES_MAX = 5_000;
const PAGE_ITEMS_MAX = 200_000;

const PACKAGE = new URL('.//', import.meta.resolve('pdfjs-dist/package.json'));

/** Without the CMaps most Chinese, Japanese and Korean text is silently empty. */
const PDF_OPTIONS = {
  cMapUrl: fileURLToPath(new URL('cmaps/', PACKAGE)),
  cMapPacked: true,
  standardFontDataUrl: fileURLToPath(new URL('standard_fonts/', PACKAGE)),
  // Fonts are never drawn, so none of their code needs to run and nothing is looked up.
  isEvalSupported: false,
  useSystemFonts: false,
  disableFontFace: true,
  enableXfa: false,
  verbosity: 0,
};

/**
 * Pages may be readable while their attachments are encrypted; then the pages are often only a cover. The owner may
 * also permit viewing alone. When only copying is forbidden, the file is read: many programs forbid it by default.
 *
 * @throws When the attachments need a password, or only viewing is permitted.
 * @see ISO 32000-2, 7.6.4.2: permissions; 7.6.6: `EFF`, and `AuthEvent` of crypt filters.
 */
async function assertOpen(pdf: PDFDocumentProxy): Promise<void> {
  const permissions = await pdf.getPermissions();
  if (permissions === null) return;
  if ([...permissions].every((flag) => flag === PermissionFlag.COPY_FOR_ACCESSIBILITY)) {
    throw new IngestFailure(
      'password_required',
      "The PDF's owner allows nothing but to look at it: without the owner's password it may be neither copied nor printed. Save it without these restrictions and send it again.",
    );
  }
  const [first] = (await pdf.getAttachments())?.keys() ?? [];
  try {
    if (first !== undefined) await pdf.getAttachmentContent(first);
  } catch (error) {
    if (asksForPassword(error)) throw error;
  }
}

function asksForPassword(error: unknown): boolean {
  return error instanceof Error && error.name === 'PasswordException';
}

async function readPages(pdf: PDFDocumentProxy, onProgress?: (share: number) => void): Promise<PdfLine[][]> {
  const pages: PdfLine[][] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    if (items.length > PAGE_ITEMS_MAX) {
      throw new IngestFailure(
        'too_complex',
        `Page ${number} holds more than ${PAGE_ITEMS_MAX} pieces of text.`,
      );
    }
    const pieces = withoutUnreadable(withGlyphNumbersRead(items.filter((item) => 'str' in item)));
    pages.push(linesOf(inReadingOrder(readableItems(pieces))));
    page.cleanup();
    onProgress?.(number / pdf.numPages);
  }
  return pages;
}

/** A longer scan takes longer than anybody waits for. */
const SCANNED_PAGES_MAX = 200;

/** The recognised text of pages without readable text; where it is missing, refuses the file or requests recognition. */
function recognisedOf(pages: readonly PdfLine[][], recognition: Recognition): RecognisedPages {
  const scanned = pages.flatMap((lines, index) => (lines.length === 0 ? [index + 1] : []));
  const isAllScanned = scanned.length === pages.length;
  if (recognition === 'unavailable') {
    if (isAllScanned)
      throw new IngestFailure(
        'no_text_layer',
        'The PDF has no text layer: its pages seem to be scans or pictures, or its fonts lack the letters that they draw. Have tesseract-ocr and poppler-utils installed on the server and ingest it again, or run text recognition (OCR) on it first.',
      );
    return new Map();
  }
  if (recognition !== 'possible') return recognition;
  if (scanned.length > 0 && scanned.length <= SCANNED_PAGES_MAX) throw new ScannedPages(scanned);
  if (isAllScanned) {
    throw new IngestFailure(
      'too_complex',
      `The PDF has ${scanned.length} scanned pages; the text of ${SCANNED_PAGES_MAX} is recognised. Split it and send the parts.`,
    );
  }
  return new Map();
}

/** Blank lines separate paragraphs. A paragraph without words is a picture mistaken for text. */
function recognisedParagraphs(text: string, vocabulary: ReadonlySet<string>): string[] {
  return text
    .replaceAll('\f', '\n\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.split('\n').map((line) => ({ text: line.trim() })))
    .map((lines) => joinLines(lines, vocabulary))
    .filter((paragraph) => /\p{L}{2}/u.test(paragraph));
}

const OUTLINE_ENTRIES_MAX = 5_000;

/** A broken outline is no reason to reject the text. */
async function readOutline(pdf: PDFDocumentProxy): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  try {
    const waiting = ((await pdf.getOutline()) ?? []).map((node) => ({ node, level: 1 })).reverse();
    for (let next = waiting.pop(); next && entries.length < OUTLINE_ENTRIES_MAX; next = waiting.pop()) {
      const { node, level } = next;
      for (const child of node.items.toReversed()) waiting.push({ node: child, level: level + 1 });
      const page = await pageOf(pdf, node.dest);
      if (page !== null) entries.push({ title: node.title, level, page });
    }
  } catch {
    return entries;
  }
  return entries;
}

/** The page of a destination, from 0; null when it has none. */
async function pageOf(pdf: PDFDocumentProxy, destination: string | unknown[] | null): Promise<number | null> {
  try {
    const explicit = typeof destination === 'string' ? await pdf.getDestination(destination) : destination;
    const target: unknown = explicit?.[0];
    if (typeof target === 'number') return target;
    return target && typeof target === 'object'
      ? await pdf.getPageIndex(target as { num: number; gen: number })
      : null;
  } catch {
    return null;
  }
}

async function readMetadata(pdf: PDFDocumentProxy): Promise<{ title: string | null; about: string }> {
  try {
    const info: Readonly<Record<string, unknown>> = { ...(await pdf.getMetadata()).info };
    const textOf = (name: string) => (typeof info[name] === 'string' ? info[name] : null);
    return {
      title: metadataTitle(textOf('Title')),
      about: metadataLines({ authors: [textOf('Author')], created: textOf('CreationDate') }),
    };
  } catch {
    return { title: null, about: '' };
  }
}

function failureOf(error: unknown): IngestFailure | ScannedPages {
  if (error instanceof IngestFailure || error instanceof ScannedPages) return error;
  if (asksForPassword(error)) {
    return new IngestFailure(
      'password_required',
      'The PDF, or what is attached to it, asks for a password. Save it without one and send it again.',
      { cause: error },
    );
  }
  return new IngestFailure(
    'damaged_file',
    'The PDF is damaged and cannot be read. Save or export it again.',
    { cause: error },
  );
}
