import type { DocumentRecord } from './document.ts';

/** A piece of a document's extracted text, small enough to cite and to rank. */
export interface Chunk {
  /** Position among the chunks of its version, from 0. */
  readonly ordinal: number;
  readonly text: string;
  /** Offsets into the extracted text of the document, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** 1-based page on which the chunk begins; null for formats without pages. */
  readonly page: number | null;
  /** Path of headings, outermost first, joined by ` › `; null above the first heading. */
  readonly section: string | null;
  readonly layout?: ChunkLayout | undefined;
}

/** What the format of a chunk's document says of its lines, in order; absent where there is none. */
export interface ChunkLayout {
  readonly headings?: readonly ChunkRange[];
  readonly code?: readonly ChunkRange[];
}

/** Offsets into the text of a chunk, in UTF-16 units; `end` is exclusive. */
export interface ChunkRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The terms of a chunk in the search index: each distinct term once, with its count. Terms of the title and the section
 * are already included, so that BM25 means the same in every driver.
 */
export interface ChunkTerms {
  readonly terms: readonly string[];
  /** Occurrences of each term, same order and length as `terms`, ≥ 1. */
  readonly counts: readonly number[];
}

export interface IndexableChunk extends Chunk, ChunkTerms {
  /** Unit vector of the current embedding model; absent while there is none. */
  readonly embedding?: Float32Array;
}

/** A stored chunk of a live version, with the fields of its document that a citation needs. */
export interface StoredChunk extends Chunk {
  readonly chunkId: ChunkId;
  readonly docId: string;
}

/** A stored chunk with the record of its document, of the same moment. */
export interface LiveChunk extends StoredChunk {
  readonly document: DocumentRecord;
}

/** `<doc_id>.<version>.<ordinal>`; opaque to clients. A doc_id holds no dot. */
export type ChunkId = string;

export function chunkIdOf(docId: string, version: number, ordinal: number): ChunkId {
  return `${docId}.${version}.${ordinal}`;
}

/** The parts of a chunk id; undefined when it is not one. */
export function parseChunkId(
  chunkId: ChunkId,
): { docId: string; version: number; ordinal: number } | undefined {
  const match = /^([A-Za-z0-9_-]{1,128})\.(\d+)\.(\d+)$/.exec(chunkId);
  if (!match) return undefined;
  return { docId: match[1]!, version: Number(match[2]), ordinal: Number(match[3]) };
}
