import { IngestFailure } from '../errors.ts';
import type { PreparedDocument } from '../ports/document-preparer.ts';
import { detectLanguage } from '../retrieval/analysis/language.ts';
import { chunkTerms } from './chunk-terms.ts';
import { chunkDocument } from './chunking/chunker.ts';
import type { ParsedDocument } from './parsing/parsed-document.ts';

/**
 * Prepares a parsed document for storing and indexing: title, language, and chunks with their terms.
 *
 * @param options The client's title, if any, and the last part of the file's name or URL.
 * @throws {IngestFailure} `no_text` when no chunk has a letter or digit.
 */
export function prepareDocument(
  parsed: ParsedDocument,
  options: { title: string | null; filename: string },
): PreparedDocument {
  const chunks = chunkDocument(parsed);
  if (!chunks.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) {
    throw new IngestFailure('no_text', 'There is no text in the file: no word was found in it.');
  }
  const title = chooseTitle([
    options.title,
    parsed.title,
    withoutExtension(options.filename),
    options.filename,
  ]);
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

/** The first that is not blank. */
function chooseTitle(titles: readonly (string | null)[]): string {
  for (const title of titles) {
    const plain = title?.replace(/\s+/g, ' ').trim();
    if (plain) return plain;
  }
  return 'Untitled';
}

/** `report.final.pdf` becomes `report.final`; `.profile` and `2024.1` stay unchanged. */
function withoutExtension(filename: string): string {
  return filename.replace(/(?<=.)\.[A-Za-z][A-Za-z0-9]{0,9}$/, '');
}
