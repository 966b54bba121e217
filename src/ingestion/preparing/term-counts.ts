import type { ChunkTerms } from '../../ports/chunk.ts';
import { scanWords } from '../../text/word-scanner.ts';

/** A text by which a chunk is found. */
export interface IndexedField {
  readonly text: string;
  /** How many times the text is counted, an integer ≥ 1. */
  readonly times: number;
}

/**
 * Counts the terms of a chunk's fields as one bag of words: BM25 on one weighted field ranked better than fields with
 * separate lengths (BM25F).
 *
 * @param language ISO 639-1 code of the document's language; null when unknown.
 */
export function countTerms(fields: readonly IndexedField[], language: string | null): ChunkTerms {
  const counts = new Map<string, number>();
  for (const { text, times } of fields) {
    scanWords(text, language, ({ term }) => {
      counts.set(term, (counts.get(term) ?? 0) + times);
    });
  }
  return { terms: [...counts.keys()], counts: [...counts.values()] };
}
