import type { StoredChunk } from './chunk.ts';
import type { DocumentRecord, DocumentStatus } from './document.ts';

/** Filters and pages of the lists of documents and chunks, and the counts of both. */

export interface DocumentFilter {
  readonly status?: DocumentStatus;
  readonly tag?: string;
  /** Only what may be seen with these tags, as `DocumentStore.visibleAmong` has it. */
  readonly visibleTo?: readonly string[];
  /** Part of the title or the doc_id, case-insensitive. */
  readonly text?: string;
}

/**
 * Newest first; by title, ignoring case; the largest first; or those that need attention first: failed, processing,
 * queued, skipped, done.
 */
export const DOCUMENT_SORTS = ['newest', 'title', 'size', 'status'] as const;
export type DocumentSort = (typeof DOCUMENT_SORTS)[number];

export interface DocumentPageRequest {
  readonly limit: number;
  readonly sort?: DocumentSort;
  /**
   * The page starts after this place. A document whose own place changes between pages may appear twice or not at all.
   */
  readonly before?: number;
  readonly beforeKey?: DocumentSortKey;
}

/** What a document is sorted by besides its sequence; null for `newest`. */
export type DocumentSortKey = string | number | null;

export type StatusCounts = Readonly<Record<DocumentStatus, number>>;

export interface DocumentTotals {
  readonly byStatus: StatusCounts;
  /** Of the live versions. */
  readonly chunks: number;
  /** Bytes of the originals, equal ones counted once. */
  readonly originalBytes: number;
}

export interface IngestCount {
  readonly bucket: number;
  readonly status: 'done' | 'failed';
  readonly documents: number;
  /** Of their originals. */
  readonly bytes: number;
}

export interface ChunkPage {
  readonly version: number;
  readonly chunks: readonly StoredChunk[];
  /** Pass as `after` for the next page; undefined at the end. */
  readonly nextAfter: number | undefined;
  /** Over all pages. */
  readonly total: number;
}

export interface DocumentPage {
  readonly documents: readonly DocumentRecord[];
  /** Pass as `before` and `beforeKey` for the next page; undefined at the end. */
  readonly nextBefore: number | undefined;
  readonly nextKey: DocumentSortKey;
  /** Documents that match the filter, over all pages. */
  readonly total: number;
}
