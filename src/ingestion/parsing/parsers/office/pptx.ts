import { type DocumentText, startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { addTable } from '../table-lines.ts';
import { type OfficePackage, openOfficePackage, relationIdOf } from './office-package.ts';

/**
 * A PowerPoint presentation: a slide is a page, headed by its title. Its text boxes, lists and tables follow in file
 * order, then the words of its diagrams, then the speaker notes.
 *
 * @throws {IngestFailure} `no_text`, `password_required`, `damaged_file` or `too_complex`.
 */
export function parsePptx(bytes: Uint8Array): ParsedDocument {
  const file = openOfficePackage(bytes, { root: 'presentation', extension: 'pptx' });
  const document = startDocumentText({ about: file.properties.about });
  const slides = slidePartsOf(file);
  for (const [index, part] of slides.entries()) addSlide(file, part, index + 1, document);
  return document.finish({ claimed: file.properties.title, pages: slides.length });
}

/** Slide part names are numbered by creation; the presentation lists them in display order. */
function slidePartsOf(file: OfficePackage): string[] {
  const partOf = new Map(file.relationsOf(file.mainPart).map(({ id, part }) => [id, part]));
  // A slide is shown once, however often it is listed.
  const parts = new Set<string>();
  file.visit(file.mainPart, {
    open(name, attributes) {
      const part = name === 'sldId' ? partOf.get(relationIdOf(attributes) ?? '') : undefined;
      if (part !== undefined) parts.add(part);
    },
  });
  return [...parts];
}

function addSlide(file: OfficePackage, part: string, page: number, document: DocumentText): void {
  const { title, items } = readSlide(file, part);
  const relations = file.relationsOf(part);
  const partsOf = (type: string) =>
    new Set(relations.filter((other) => other.type === type).map((other) => other.part));
  for (const diagram of partsOf('diagramData'))
    for (const item of readSlide(file, diagram).items) items.push(item);
  const notes = [...partsOf('notesSlide')].flatMap((other) => readSlide(file, other, { only: 'body' }).items);
  // Without its own heading a later slide would be in the section of the previous one.
  const heading = title || (page > 1 && items.length > 0 ? `Slide ${page}` : '');
  document.add('heading', heading, { level: 1, page });
  for (const item of items) {
    if ('rows' in item) addTable(document, item.rows, { page });
    else document.add(item.kind, item.text, { page });
  }
  for (const [index, item] of notes.entries()) {
    const text = 'text' in item ? `${index === 0 ? 'Notes: ' : ''}${item.text}` : '';
    document.add('paragraph', text, { page });
  }
}

type SlideItem =
  | { readonly kind: 'paragraph' | 'list_item'; readonly text: string }
  | { readonly rows: readonly (readonly string[])[] };

/**
 * The text of a slide, a notes page or a diagram: all consist of the same paragraphs. The title is empty when the slide
 * has none.
 *
 * @param options.only The one type of placeholder whose text counts.
 * @see ECMA-376 part 1, 19.3 (slides) and 21.1 (text and tables).
 */
function readSlide(file: OfficePackage, part: string, options: { only?: string } = {}) {
  let title = '';
  const items: SlideItem[] = [];
  /** Placeholder type of a shape; null for a text box. */
  let placeholder: string | null = null;
  let shapeTexts: string[] = [];
  let rows: string[][] | undefined;
  let pieces: string[] = [];

  const isCounted = () =>
    options.only === undefined ? !FRAME_PLACEHOLDERS.has(placeholder ?? '') : placeholder === options.only;

  const endShape = () => {
    const isList = LIST_PLACEHOLDERS.has(placeholder ?? '') && shapeTexts.length > 1;
    if (TITLE_PLACEHOLDERS.has(placeholder ?? '') && title === '') title = shapeTexts.join(' ');
    else for (const text of shapeTexts) items.push({ kind: isList ? 'list_item' : 'paragraph', text });
    shapeTexts = [];
  };

  const endParagraph = () => {
    const text = pieces.join('').trim();
    pieces = [];
    const row = rows?.at(-1);
    if (row && row.length > 0) row[row.length - 1] = `${row.at(-1)} ${text}`.trim();
    else if (text !== '') shapeTexts.push(text);
  };

  file.visit(part, {
    open(name, attributes) {
      if (SKIPPED_ELEMENTS.has(name)) return 'skip';
      if (name === 'sp') placeholder = null;
      else if (name === 'ph') placeholder = attributes.type ?? 'obj';
      else if (name === 'txBody' && !rows && !isCounted()) return 'skip';
      else if (name === 'fld' && attributes.type === 'slidenum') return 'skip';
      else if (name === 'tbl') rows = [];
      else if (name === 'tr') rows?.push([]);
      else if (name === 'tc') rows?.at(-1)?.push(attributes.vMerge === '1' ? cellAbove(rows) : '');
      else if (name === 'br') pieces.push('\n');
      else if (name === 'tab') pieces.push(' ');
    },
    text(text, within) {
      if (within === 't') pieces.push(text);
    },
    close(name) {
      if (name === 'p') endParagraph();
      else if (name === 'sp' || name === 'pt') endShape();
      else if (name === 'tbl' && rows) {
        items.push({ rows });
        rows = undefined;
      }
    },
  });
  endShape();
  return { title: title.replace(/\s+/g, ' '), items };
}

/** A cell merged with the one above it repeats its text. */
function cellAbove(rows: readonly (readonly string[])[]): string {
  return rows.at(-2)?.[rows.at(-1)!.length] ?? '';
}

/** Alternatives for older programs duplicate the text; the first is for current ones. */
const SKIPPED_ELEMENTS: ReadonlySet<string> = new Set(['Fallback', 'extLst']);
const TITLE_PLACEHOLDERS: ReadonlySet<string> = new Set(['title', 'ctrTitle']);
const LIST_PLACEHOLDERS: ReadonlySet<string> = new Set(['body', 'obj']);
/** Date, footer, header, number, and the slide thumbnail on its notes page. */
const FRAME_PLACEHOLDERS: ReadonlySet<string> = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg']);
