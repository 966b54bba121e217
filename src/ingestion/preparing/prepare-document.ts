import { IngestFailure } from '../../errors.ts';
import type { PreparedDocument } from '../../ports/document-preparer.ts';
import { detectLanguage } from '../../text/language.ts';
import { chunkDocument } from '../chunking/chunker.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';
import { chunkTerms } from './chunk-terms.ts';
import { documentTitle } from './document-title.ts';

/**
 * Prepares a parsed document for storing and indexing: title, language, and chunks with their terms.
 *
 * @param options The client's title, if any, the last part of the file's name or URL, and the part before it.
 * @throws {IngestFailure} `no_text` when no chunk has a letter or digit.
 */
export function prepareDocument(
  parsed: ParsedDocument,
  options: { title: string | null; filename: string; folder?: string | undefined },
): PreparedDocument {
  const { filename, folder = '' } = options;
  const chunks = chunkDocument(parsed);
  if (!chunks.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) {
    throw new IngestFailure('no_text', 'The file contains no text.');
  }
  const { title: own, isTitleUnsure: isUnsure } = parsed;
  const title = documentTitle({ given: options.title, own, isUnsure, filename, folder });
  const language = detectLanguage(parsed.text.slice(0, parsed.blocks.at(-1)?.end));
  const of = { title, language, chunks: chunks.length };
  return {
    title,
    language,
    pages: parsed.pages,
    text: parsed.text,
    chunks: chunks.map((chunk) => ({ ...chunk, ...chunkTerms(chunk, of) })),
  };
}
