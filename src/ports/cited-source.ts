import type { ChunkId } from './chunk.ts';
import type { DocumentKind } from './document.ts';

/** A source that an answer cites. */
export interface CitedSource {
  /** The number that `[n]` in the answer points to, from 1. */
  readonly n: number;
  /** Title, with page or section where there is one. */
  readonly label: string;
  readonly docId: string;
  readonly chunkId: ChunkId;
  /** Probability that the passage answers the question, 0–1. */
  readonly score: number;
  readonly page: number | null;
  readonly section: string | null;
  /** The cited sentences with their context, at most 600 characters. */
  readonly snippet: string;
  /** Range of the passage in the document's extracted text, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Ranges of the cited sentences in the same text, in reading order. */
  readonly quotes: readonly { readonly start: number; readonly end: number }[];
  readonly url: string | null;
  readonly kind: DocumentKind;
}
