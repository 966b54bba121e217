import type { ChunkId, ChunkTerms, IndexableChunk, StoredChunk } from './chunk.ts';
import type { DocumentKind, DocumentRecord, DocumentSource, IngestError, IngestStage } from './document.ts';
import type {
  ChunkPage,
  DocumentFilter,
  DocumentPage,
  DocumentPageRequest,
  DocumentTotals,
  IngestCount,
  StatusCounts,
} from './document-list.ts';
import type { EmbeddingInput } from './embedding-model.ts';
import type { ChunkEmbedding } from './search-index.ts';

/**
 * Documents, their chunks and their ingest jobs: the record of truth. Every write is durable (fsynced) when its
 * promise resolves, and every method is one atomic step. Only claims, heartbeats and what is staged are less: a power
 * cut may take them, so that the work is done again.
 */
export interface DocumentStore extends AsyncDisposable {
  /**
   * Writes a new version of a document and the job that will ingest it. A job of an earlier version that waits is
   * superseded; one that runs loses its lease, so that its later writes are refused.
   */
  accept(intake: Intake): Promise<DocumentRecord>;
  get(docId: string): Promise<DocumentRecord | undefined>;
  /** The records of `docIds` that exist, in no particular order. */
  getMany(docIds: readonly string[]): Promise<DocumentRecord[]>;
  /** In the order of `page.sort`, newest first without one. */
  list(filter: DocumentFilter, page: DocumentPageRequest): Promise<DocumentPage>;
  /** How many documents there are of each status. Cheap: asked whenever documents change. */
  statusCounts(): Promise<StatusCounts>;
  totals(): Promise<DocumentTotals>;
  /** Documents whose last ingest ended since `from`, in buckets of so many milliseconds; empty ones are left out. */
  ingestCounts(of: { from: number; bucketMs: number }): Promise<IngestCount[]>;
  /**
   * Removes a document with its chunks and jobs. Documents that were skipped as duplicates of it are queued again.
   *
   * @returns Whether there was such a document.
   */
  delete(docId: string, now: number): Promise<boolean>;
  /**
   * Queues a document again whose ingest has failed or was skipped, its attempts counted from the start: an upload from
   * its original, a URL from a new download.
   *
   * @returns The record as it is now, `queued` where it was; undefined when there is no such document.
   */
  retry(
    docId: string,
    options: { now: number; correlationId: string },
  ): Promise<{ record: DocumentRecord; queued: boolean } | undefined>;
  /**
   * Queues documents that answer, and for which no ingest waits or runs, to be indexed anew from the original that
   * answers, unchanged or not; at most `limit` that come after sequence number `after`.
   *
   * @returns Their ids, and what the next call goes on `after`; undefined when there are no more.
   */
  requeueLive(page: {
    after: number;
    limit: number;
    correlationId: string;
    now: number;
  }): Promise<{ docIds: string[]; last: number | undefined }>;
  /** Ids of documents that answer and carry at least one of `tags`. */
  docIdsWithTags(tags: readonly string[]): Promise<string[]>;
  /** Every content hash that a record or a waiting job names: what the originals' clean-up must keep. */
  contentHashes(): Promise<Set<string>>;
  /**
   * Content hashes that no document names any more, because it was deleted, replaced or is downloaded anew; each is
   * told once. Those that a crash has left untold are missing from `contentHashes`.
   */
  takeOrphanedHashes(): Promise<string[]>;

  /** Takes the oldest waiting job that is due, counts the attempt, and leases it; undefined when none is due. */
  claimJob(options: { now: number; leaseMs: number }): Promise<IngestJob | undefined>;
  /** When the next waiting job is due, or the next lease ends: milliseconds since the epoch; undefined when idle. */
  nextJobDueAt(): Promise<number | undefined>;
  /** Extends the lease and writes the progress. @returns Whether the job still holds its lease. */
  heartbeat(
    job: IngestJob,
    beat: { now: number; leaseMs: number; stage: IngestStage; progress: number },
  ): Promise<boolean>;
  /** Records what a download brought. @returns Whether the job still holds its lease. */
  recordOriginal(job: IngestJob, original: Original): Promise<boolean>;
  /** The document other than `docId` that answers from this very content, if any; an approved answer is none. */
  liveDocumentWithHash(contentHash: string, exceptDocId: string): Promise<string | undefined>;
  /** Adds chunks of a version that does not answer yet. @returns Whether the job still holds its lease. */
  stageChunks(job: IngestJob, chunks: readonly IndexableChunk[]): Promise<boolean>;
  /**
   * Adds a piece of the extracted text of a version that does not answer yet; the pieces follow one another.
   *
   * @param piece.start Offset in the text, in UTF-16 units.
   * @returns Whether the job still holds its lease.
   */
  stageText(job: IngestJob, piece: { start: number; text: string }): Promise<boolean>;
  /**
   * The embeddings of equal chunks of the version that answers, text and terms alike, in the order of `inputs`;
   * undefined where there is none of model `modelId`.
   */
  embeddingsOfEqual(
    inputs: readonly EmbeddingInput[],
    of: { docId: string; modelId: string },
  ): Promise<(Float32Array | undefined)[]>;
  /**
   * Makes the staged version the one that answers, drops the one before and ends the job as `done`.
   *
   * @returns The record, or undefined when the job had lost its lease: then nothing has changed.
   */
  publish(job: IngestJob, published: Published): Promise<DocumentRecord | undefined>;
  /**
   * Takes back a version that answers, as it cannot be found: nothing answers in its place, and where it was the newest
   * its ingest has `failed`.
   *
   * @returns Whether it did answer.
   */
  withdraw(docId: string, options: { version: number; error: IngestError; now: number }): Promise<boolean>;
  /** Ends the job without a new version: `skipped`, `failed`, or back to the queue, at once or at `runAfter`. */
  finish(job: IngestJob, outcome: JobOutcome): Promise<boolean>;
  /** Queues jobs again whose lease has ended, and drops staged chunks that no job will publish. */
  recover(now: number): Promise<{ requeued: number }>;
  /** Jobs waiting or running: the bound of the queue is checked against it. */
  countJobs(): Promise<number>;

  /** The stored chunks of these ids whose version answers, in no particular order. */
  chunks(chunkIds: readonly ChunkId[]): Promise<StoredChunk[]>;
  /** The chunks of the version that answers, in reading order; undefined when none answers. */
  listChunks(docId: string, page: { limit: number; after?: number }): Promise<ChunkPage | undefined>;
  /**
   * A range of the extracted text of the version that answers, cut to what there is; undefined when none answers, or
   * its text was not kept.
   */
  text(docId: string, range: TextRange): Promise<StoredText | undefined>;
  /** The original of the version that answers, or else of the newest; undefined when there is none. */
  original(docId: string): Promise<StoredOriginal | undefined>;
  /**
   * Every chunk whose version answers, documents together, chunks in order: what the index is rebuilt from.
   *
   * @param docId Only those of this document.
   */
  liveChunks(docId?: string): AsyncIterable<LiveDocumentChunks>;
  /** Languages of the documents that answer, with the number of their chunks. Cheap: asked with every question. */
  languages(): Promise<ReadonlyMap<string, number>>;

  /** The fitted embedding model that the stored embeddings belong to; undefined before the first. */
  embeddingModel(): Promise<StoredEmbeddingModel | undefined>;
  /** Replaces model and embeddings; chunks that are not named have none from then on. */
  replaceEmbeddingModel(
    model: StoredEmbeddingModel,
    embeddings: Iterable<{ chunkId: ChunkId; embedding: Float32Array }>,
  ): Promise<void>;
  /**
   * Begins embeddings of a model beside those that are searched, to take their place when they are complete. Those that
   * were begun of the same model stay, of another they are dropped.
   */
  beginEmbeddings(model: StoredEmbeddingModel): Promise<void>;
  /** What was begun and has not taken its place; it survives the process. */
  begunEmbeddings(): Promise<BegunEmbeddings | undefined>;
  /**
   * Chunks that answer and have no embedding among those that were begun, at most `limit` in the order of their
   * `position`.
   *
   * @param page.after Only behind this position.
   */
  unembeddedChunks(page: { after: number; limit: number }): Promise<UnembeddedChunk[]>;
  /** Adds to what was begun; chunks that answer no more are passed over. */
  addEmbeddings(embeddings: readonly ChunkEmbedding[]): Promise<void>;
  /** What was begun takes its place in one step, and the embeddings before it are dropped. */
  switchEmbeddings(): Promise<void>;

  ping(signal: AbortSignal): Promise<void>;
}

export interface Intake {
  readonly docId: string;
  /**
   * What to do when `docId` is taken: `replace` it by a new version, or, for an id that was derived from a name,
   * `rename` (`-2`, `-3` …) unless what stands there has the same content hash or the same URL.
   */
  readonly whenTaken: 'replace' | 'rename';
  readonly kind: DocumentKind;
  /** As the client gave it; null lets the document's own title stand, or the name of the file. */
  readonly title: string | null;
  readonly tags: readonly string[];
  readonly source: DocumentSource;
  /** Known for uploads; null for a URL that is still to be downloaded. */
  readonly original: Original | null;
  readonly correlationId: string;
  readonly now: number;
}

export interface Original {
  readonly contentHash: string;
  readonly bytes: number;
  readonly mediaType: string;
}

/** UTF-16 units of the extracted text, ≥ 0; `to` is exclusive. */
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

export interface IngestJob {
  readonly jobId: number;
  readonly docId: string;
  readonly version: number;
  /** Attempts so far, this one included, from 1. */
  readonly attempts: number;
  /** Differs at every claim: a write with an old token is refused. */
  readonly leaseToken: string;
  readonly kind: DocumentKind;
  readonly title: string | null;
  readonly source: DocumentSource;
  readonly original: Original | null;
  readonly correlationId: string;
  /** Indexed anew even where the content is the one that answers. */
  readonly isForced: boolean;
}

export interface Published {
  readonly title: string;
  readonly language: string | null;
  readonly pages: number | null;
  /** The embedding model of the staged chunks' embeddings; null when they have none. */
  readonly embeddingModelId: string | null;
  /** Chunks whose embeddings were made for this version. */
  readonly embedded: number;
  readonly now: number;
}

export type JobOutcome =
  | { readonly status: 'skipped'; readonly duplicateOf: string; readonly now: number }
  | { readonly status: 'failed'; readonly error: IngestError; readonly now: number }
  | {
      readonly status: 'queued';
      readonly error: IngestError;
      readonly runAfter: number;
      readonly now: number;
    }
  /**
   * Back to the queue and the attempt not counted, as the document is not to blame: at once when the service stops, at
   * `runAfter` when it cannot work for the time being.
   */
  | {
      readonly status: 'released';
      readonly now: number;
      readonly until?: { readonly error: IngestError; readonly runAfter: number };
    };

export interface LiveDocumentChunks {
  readonly docId: string;
  readonly version: number;
  readonly chunks: readonly (Chunkless & ChunkTerms & { readonly embedding?: Float32Array })[];
}

interface Chunkless {
  readonly ordinal: number;
}

export interface StoredEmbeddingModel {
  readonly id: string;
  readonly payload: Uint8Array;
}

export interface BegunEmbeddings {
  readonly modelId: string;
  readonly embedded: number;
  /** Of them: vectors of zeros. */
  readonly declined: number;
  /** Of the vectors; undefined before the first. */
  readonly dimensions: number | undefined;
}

export interface UnembeddedChunk extends EmbeddingInput {
  readonly chunkId: ChunkId;
  /** > 0; means nothing but its order. */
  readonly position: number;
}
