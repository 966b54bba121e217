import type { PreparedChunk, PreparedDocument } from '../../ports/document-preparer.ts';

/** UTF-16 units of text and terms in one message: reading it takes the server about 5 ms. */
const PART_UNITS_MAX = 262_144;

/** A stretch of a document's text and chunks, continuing the part before. */
export interface DocumentPart {
  readonly text: string;
  readonly chunks: readonly PreparedChunk[];
}

/**
 * Cuts a document into parts of bounded size. The last part is a document itself, without the contents of the others: a
 * document of usual size is that part alone.
 */
export function* partsOf(
  document: PreparedDocument,
  unitsMax = PART_UNITS_MAX,
): Generator<DocumentPart, PreparedDocument> {
  let first = 0;
  let units = 0;
  for (const [i, chunk] of document.chunks.entries()) {
    units += chunk.terms.reduce((sum, term) => sum + term.length, chunk.text.length);
    if (units < unitsMax) continue;
    yield { text: '', chunks: document.chunks.slice(first, i + 1) };
    first = i + 1;
    units = 0;
  }
  let start = 0;
  for (; document.text.length - start > unitsMax - units; start += unitsMax)
    yield { text: document.text.slice(start, start + unitsMax), chunks: [] };
  return { ...document, text: document.text.slice(start), chunks: document.chunks.slice(first) };
}

/** Reassembles the document from `parts` and `last`. */
export function joinParts(parts: readonly DocumentPart[], last: PreparedDocument): PreparedDocument {
  if (parts.length === 0) return last;
  const all = [...parts, last];
  return { ...last, text: all.map(({ text }) => text).join(''), chunks: all.flatMap(({ chunks }) => chunks) };
}
