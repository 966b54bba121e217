import type { ChunkId, LiveChunk } from './chunk.ts';
import type { ChunkPage } from './document-list.ts';
import type { IndexedChunk } from './search-index.ts';

/** What the live versions of documents say. */
export interface StoredChunks {
  /** The stored chunks with these distinct ids that are in live versions, in the order of the ids. */
  chunks(chunkIds: readonly ChunkId[], options?: { signal?: AbortSignal }): Promise<LiveChunk[]>;
  /**
   * The chunks of the live version, in reading order; undefined without one.
   *
   * @param page.after Ordinal of the chunk before the first.
   * @param page.from Only those that end behind this offset of the document's text.
   */
  listChunks(docId: string, page: ChunkPageQuery): Promise<ChunkPage | undefined>;
  /**
   * A range of the extracted text of the live version, clipped to its length; undefined when there is none or its text
   * was not stored.
   */
  text(docId: string, range: TextRange): Promise<StoredText | undefined>;
  /** The original of the live version, or else of the newest; undefined when there is none. */
  original(docId: string): Promise<StoredOriginal | undefined>;
  /**
   * Every chunk of a live version, grouped by document and in order: the index is rebuilt from it.
   *
   * @param docId Only those of this document.
   */
  liveChunks(docId?: string): AsyncIterable<LiveDocumentChunks>;
  /**
   * Languages of the live documents, with the number of their chunks. Cheap: called with every question.
   *
   * @param docIds Of these alone.
   */
  languages(docIds?: ReadonlySet<string>): Promise<ReadonlyMap<string, number>>;
}

export interface ChunkPageQuery {
  readonly limit: number;
  readonly after?: number;
  readonly from?: number;
}

export interface TextRange {
  readonly from: number;
  readonly to: number;
}

export interface StoredText extends TextRange {
  readonly version: number;
  readonly text: string;
  /** UTF-16 units of the whole text. */
  readonly length: number;
}

export interface StoredOriginal {
  readonly contentHash: string;
  readonly mediaType: string;
  /** As the client gave it, or the last part of the URL; null when the document has none. */
  readonly filename: string | null;
}

export interface LiveDocumentChunks {
  readonly docId: string;
  readonly version: number;
  readonly chunks: readonly IndexedChunk[];
}
