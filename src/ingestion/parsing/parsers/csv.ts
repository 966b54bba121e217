import papaparse from 'papaparse';
import { IngestFailure } from '../../../errors.ts';
import { startDocumentText } from '../document-text.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import { decodeText } from './decode-text.ts';
import { addTable } from './table-lines.ts';

const ROWS_MAX = 200_000;

/**
 * A table; each row becomes a line that makes sense on its own.
 *
 * @throws {IngestFailure} `no_text`, `damaged_file` or `too_complex`.
 */
export function parseCsv(bytes: Uint8Array): ParsedDocument {
  const document = startDocumentText();
  const { data: rows } = papaparse.parse<string[]>(decodeText(bytes), {
    skipEmptyLines: 'greedy',
    preview: ROWS_MAX + 1,
  });
  if (rows.length > ROWS_MAX) {
    const why = `The table has more than ${ROWS_MAX} rows. Split the file and send the parts.`;
    throw new IngestFailure('too_complex', why);
  }
  addTable(document, rows);
  return document.finish({ title: null });
}
