import { type DocumentText, startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { addTable } from '../table-lines.ts';
import { type OfficePackage, openOfficePackage, relationIdOf } from './office-package.ts';
import { readSlide } from './pptx-slide.ts';

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
