import type { ChunkId } from '../ports/chunk.ts';
import type { DocumentKind } from '../ports/document.ts';
import type { DocumentSubject } from './document-subject.ts';

/** A chunk that was retrieved for a question. */
export interface Passage {
  readonly chunkId: ChunkId;
  readonly docId: string;
  readonly kind: DocumentKind;
  readonly title: string;
  /** Where the document came from, when it came from a URL. */
  readonly url: string | null;
  /** ISO 639-1 code of the document's language; null when unknown. */
  readonly language: string | null;
  readonly text: string;
  /** Offset of `text` in the document's extracted text, in UTF-16 units. */
  readonly start: number;
  readonly page: number | null;
  readonly section: string | null;
  /** What its document is about, of what is asked. */
  readonly subject?: DocumentSubject;
  /** BM25 of the chunk for the question, ≥ 0. */
  readonly lexical: number;
  /** Cosine with the question in the embedding space; 0 without one. */
  readonly dense: number;
  /**
   * What the ranking goes by, comparable among the passages of one question: words make up 1 of it at most, all that is
   * looked at about 2.7, and .5 that the question names its document. Behind the passages that are read it is the fused
   * score. The first ones are ordered by where the answer probably is, too, which is not in it.
   */
  readonly score: number;
}
