import type { ChunkId, ChunkLayout } from '../ports/chunk.ts';
import type { DocumentKind } from '../ports/document.ts';

/** A chunk that was retrieved for a question. */
export interface Passage {
  readonly chunkId: ChunkId;
  readonly docId: string;
  readonly kind: DocumentKind;
  readonly title: string;
  /** Where the document came from, when it came from a URL. */
  readonly url: string | null;
  /** The document's own file name; null when it had none. */
  readonly fileName: string | null;
  /** When the document was last changed here, in milliseconds since the epoch. */
  readonly updatedAt: number;
  /** ISO 639-1 code of the document's language; null when unknown. */
  readonly language: string | null;
  readonly text: string;
  /** Offset of `text` in the document's extracted text, in UTF-16 units. */
  readonly start: number;
  readonly page: number | null;
  readonly section: string | null;
  readonly layout?: ChunkLayout | undefined;
  /** BM25 of the chunk for the question, ≥ 0. */
  readonly lexical: number;
  /** Cosine with the question in the embedding space; 0 without one. */
  readonly dense: number;
  /** Score of the fusion of both. */
  readonly fused: number;
  /**
   * Ranking score, comparable among the passages of one question: words give at most 1, all reranking features together
   * about 2.7, and .5 is added when the question names the document. Passages beyond the reranked ones have the fused
   * score. The order of the best ones also depends on where the answer probably is, which the score does not include.
   */
  readonly score: number;
  /** By how much the best score of a search is ahead of the next one; absent for all other passages. */
  readonly lead?: number;
  /** The same where the probability of holding the answer counts, too. */
  readonly ahead?: number;
}
