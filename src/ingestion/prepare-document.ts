import { IngestFailure } from '../errors.ts';
import type { PreparedDocument } from '../ports/document-preparer.ts';
import { detectLanguage } from '../retrieval/analysis/language.ts';
import { countTerms } from '../retrieval/analysis/term-counts.ts';
import { chunkDocument } from './chunking/chunker.ts';
import type { ParsedDocument } from './parsing/parsed-document.ts';

/**
 * A title shared by all chunks of a document does not help choose among them, and lengthens them; the title of a
 * one-chunk document helps a lot. Measured: +0.003 nDCG@10 in the mean, +0.019 at best; weighing every title three
 * times lost 0.022 at worst.
 */
const TITLE_TIMES = { ofOneChunk: 3, ofSeveral: 1 } as const;

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
  const titleTimes = chunks.length === 1 ? TITLE_TIMES.ofOneChunk : TITLE_TIMES.ofSeveral;
  return {
    title,
    language,
    pages: parsed.pages,
    text: parsed.text,
    chunks: chunks.map((chunk) => ({
      ...chunk,
      ...countTerms(
        [
          { text: title, times: titleTimes },
          { text: chunk.section ?? '', times: 1 },
          { text: chunk.text, times: 1 },
        ],
        language,
      ),
    })),
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
