import { IngestFailure } from '../../../../errors.ts';
import { startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { asksForPassword, openZip } from '../zip-archive.ts';
import { fileProperties } from './file-properties.ts';
import { addOdfContent } from './odf-content.ts';

/**
 * An OpenDocument text, spreadsheet or presentation, as its content says: text has headings, lists, tables and notes;
 * sheets are sections with rows that name their columns; slides are pages.
 *
 * @throws {IngestFailure} `no_text`, `password_required`, `damaged_file` or `too_complex`.
 * @see OASIS OpenDocument 1.3, part 2 (packages) and part 3 (content).
 */
export function parseOdf(bytes: Uint8Array): ParsedDocument {
  const archive = openZip(bytes);
  const manifest = new TextDecoder().decode(archive.read('META-INF/manifest.xml'));
  if (/<(?:\w+:)?encryption-data\b/.test(manifest)) throw asksForPassword();
  const content = archive.read('content.xml');
  if (!content)
    throw new IngestFailure(
      'damaged_file',
      'The file is a ZIP archive, but not one that an office program would write under this name. Save it again.',
    );
  const { title, about } = fileProperties(archive.read('meta.xml'));
  const document = startDocumentText({ about });
  const { kind, pages } = addOdfContent(content, document);
  return document.finish({
    title,
    pages: kind === 'presentation' ? pages : null,
    headingsAreTitles: kind !== 'spreadsheet',
  });
}
