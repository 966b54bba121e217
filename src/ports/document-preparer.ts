import type { Chunk, ChunkTerms } from './chunk.ts';

/** Parses, chunks and analyses an original, away from the thread that serves requests. */
export interface DocumentPreparer extends AsyncDisposable {
  /**
   * @throws {IngestFailure} With the reason why the file yields no document.
   * @throws When `signal` aborts: the work is stopped, not just abandoned.
   */
  prepare(
    file: PreparableFile,
    options: { signal: AbortSignal; onStage?: OnPreparing },
  ): Promise<PreparedDocument>;
}

/** Reports the stage, and the share of it that is done, 0–1. */
export type OnPreparing = (stage: 'parsing' | 'chunking', share: number) => void;

export interface PreparableFile {
  readonly path: string;
  /** Name of a row of `ingestion/parsing/formats.ts`. */
  readonly format: string;
  /** As the client gave it; null to use the document's own title, or else the file's name. */
  readonly title: string | null;
  /** Last part of the file's name or URL, for formats that need it and as the last resort for a title. */
  readonly filename: string;
  /** The part before that, where it is known; it distinguishes files called alike. */
  readonly folder?: string;
}

/** A document ready to be stored and indexed. Plain data: it crosses from the parsing process to the server. */
export interface PreparedDocument {
  readonly title: string;
  /** ISO 639-1 code of the main language; null when unknown. */
  readonly language: string | null;
  /** Number of pages; null for formats without pages. */
  readonly pages: number | null;
  /** The whole extracted text; chunk offsets point into it. */
  readonly text: string;
  /** At least one: a document without text is an `IngestFailure`. */
  readonly chunks: readonly PreparedChunk[];
}

export interface PreparedChunk extends Chunk, ChunkTerms {}
