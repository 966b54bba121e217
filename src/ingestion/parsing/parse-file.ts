import { IngestFailure } from '../../errors.ts';
import type { PreparableFile } from '../../ports/document-preparer.ts';
import type { Recognition } from '../../ports/text-recognition.ts';
import { FORMATS } from './formats.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { ScannedPages } from './scanned-pages.ts';

/**
 * Parses a file by its format.
 *
 * @param bytes The whole file.
 * @param recognition Whether text recognition is available, or its result.
 * @param onProgress Gets the share that is read, 0–1; of PDFs, after each page.
 * @throws {ScannedPages} When it is available and needed.
 * @throws {IngestFailure} For every file that gives no text, whatever its bytes are.
 */
export async function parseFile(
  file: PreparableFile,
  bytes: Uint8Array,
  recognition: Recognition = 'unavailable',
  onProgress?: (share: number) => void,
): Promise<ParsedDocument> {
  const format = FORMATS[file.format];
  if (!format)
    throw new IngestFailure('unsupported_file_type', `There is no parser for the format ${file.format}.`);
  if (bytes.length === 0) throw new IngestFailure('empty_file', 'The file is empty: it has 0 bytes.');
  const parse = await format.parser();
  try {
    return await parse(bytes, file, recognition, onProgress);
  } catch (error) {
    if (error instanceof IngestFailure || error instanceof ScannedPages) throw error;
    const [code, why] =
      error instanceof RangeError
        ? (['too_complex', `is nested too deeply or too large to be read as ${format.label}.`] as const)
        : (['damaged_file', `cannot be read as ${format.label}: it seems to be damaged.`] as const);
    throw new IngestFailure(code, `The file ${why}`, { cause: error });
  }
}
