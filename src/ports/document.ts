/** The life of an ingest: `queued → processing → done | skipped | failed`. */
export const DOCUMENT_STATUSES = ['queued', 'processing', 'done', 'skipped', 'failed'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];
/** Statuses of an ingest that has ended. */
export const ENDED: ReadonlySet<DocumentStatus> = new Set(['done', 'skipped', 'failed']);

/** The stages of processing, in order; an upload skips `downloading`. */
export const INGEST_STAGES = ['downloading', 'parsing', 'chunking', 'embedding', 'indexing'] as const;
export type IngestStage = (typeof INGEST_STAGES)[number];

export type DocumentKind = 'document' | 'approved_answer';

export type DocumentSource =
  | { readonly kind: 'upload'; readonly filename: string }
  | { readonly kind: 'url'; readonly url: string; readonly filename?: string }
  /** An answer that a person approved; its text is its original. */
  | { readonly kind: 'review'; readonly entryId: string; readonly filename: string };

/** Why an ingest ended as `failed`, in words that a person can act on; `code` is stable. */
export interface IngestError {
  readonly code: string;
  readonly message: string;
}

/** The record of one ingested document. Times are milliseconds since the epoch. */
export interface DocumentRecord {
  /** `[A-Za-z0-9_-]{1,128}`. */
  readonly docId: string;
  /** Grows with every new document and never changes: the order of the list. */
  readonly sequence: number;
  readonly kind: DocumentKind;
  readonly title: string;
  readonly status: DocumentStatus;
  readonly stage: IngestStage | null;
  /** Completed share of the ingest, 0–1. */
  readonly progress: number;
  /** The newest accepted version, from 1. */
  readonly version: number;
  /** The live version, which answers are taken from; null until the first one is fully indexed. */
  readonly liveVersion: number | null;
  readonly mediaType: string | null;
  readonly bytes: number | null;
  readonly pages: number | null;
  /** Chunks of the live version. */
  readonly chunks: number;
  /** Chunks that the last ingest added and removed, by content. */
  readonly added: number;
  readonly removed: number;
  /** Chunks that the last ingest embedded; unchanged chunks keep their embeddings. */
  readonly embedded: number;
  /** ISO 639-1 code of the text's main language; null when unknown. */
  readonly language: string | null;
  readonly source: DocumentSource;
  readonly tags: readonly string[];
  /** SHA-256 of the original bytes, lower-case hex; null until a URL was downloaded. */
  readonly contentHash: string | null;
  readonly attempts: number;
  readonly error: IngestError | null;
  /** The document that holds the same content, when this ingest was skipped for it. */
  readonly duplicateOf: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}
