import type { AnalysedDocuments } from './analysed-documents.ts';
import type { ChunkId, IndexableChunk, LiveChunk } from './chunk.ts';
import type { DocumentKind, DocumentRecord, DocumentSource, IngestError, IngestStage } from './document.ts';
import type { AnswerLink, Intake, Original } from './document-intake.ts';
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
import type { NamedOriginals } from './named-originals.ts';
import type { ChunkEmbedding, IndexedChunk } from './search-index.ts';

/**
 * Documents, their chunks and their ingest jobs: the record of truth. Every write is durable (fsynced) when its promise
 * resolves, and every method is one atomic step. Only claims, heartbeats and staged data are weaker: a power cut may
 * lose them, and the work is then repeated.
 */
export interface DocumentStore extends AnalysedDocuments, NamedOriginals, AsyncDisposable {
  /**
   * Writes a new version of a document and the job that will ingest it. A waiting job of an earlier version is
   * superseded; a running one loses its lease, so that its later writes are refused.
   *
   * @throws The error of `intake.whenTaken`.
   */
  accept(intake: Intake): Promise<DocumentRecord>;
  get(docId: string): Promise<DocumentRecord | undefined>;
  /** The records of `docIds` that exist, in no particular order. */
  getMany(docIds: readonly string[]): Promise<DocumentRecord[]>;
  /** In the order of `page.sort`; newest first by default. */
  list(filter: DocumentFilter, page: DocumentPageRequest): Promise<DocumentPage>;
  /** Number of documents in each status. Cheap: called whenever documents change. */
  statusCounts(): Promise<StatusCounts>;
  totals(): Promise<DocumentTotals>;
  /** Documents whose last ingest ended since `from`, in buckets of `bucketMs` milliseconds; empty ones are left out. */
  ingestCounts(of: { from: number; bucketMs: number }): Promise<IngestCount[]>;
  /**
   * Changes title and tags, for the live version and for one that is being ingested. Terms of another title are due to be
   * made: the document is among `otherAnalyses`.
   *
   * @returns The record; undefined when there is no such document.
   */
  describe(
    docId: string,
    changes: { title?: string | undefined; tags?: readonly string[] | undefined; now: number },
  ): Promise<DocumentRecord | undefined>;
  /**
   * Removes a document with its chunks and jobs, and the approved answers that rest on it. Documents that were skipped as
   * duplicates of them are queued again.
   *
   * @returns What was removed; without `docId` when there was no such document.
   */
  delete(docId: string, now: number): Promise<readonly RemovedDocument[]>;
  /**
   * Adds to what stored answers rest on, and removes those of which a source is gone.
   *
   * @returns What was removed.
   */
  linkAnswers(links: readonly AnswerLink[], now: number): Promise<readonly RemovedDocument[]>;
  /**
   * Requeues a document whose ingest failed or was skipped, with its attempts reset: an upload from its original, a URL
   * from a new download.
   *
   * @returns The current record, `queued` if it was requeued; undefined when there is no such document.
   */
  retry(
    docId: string,
    options: { now: number; correlationId: string },
  ): Promise<{ record: DocumentRecord; queued: boolean } | undefined>;
  /**
   * Requeues live documents without a waiting or running ingest, to be indexed anew from the live original, changed or
   * not; at most `limit`, after sequence number `after`.
   *
   * @returns Their ids, and the `after` of the next call; undefined when there are no more.
   */
  requeueLive(page: {
    after: number;
    limit: number;
    correlationId: string;
    now: number;
  }): Promise<{ docIds: string[]; last: number | undefined }>;
  /** Ids of live documents with at least one of `tags`; may follow later changes. Cheap, as `languages` is. */
  docIdsWithTags(tags: readonly string[]): Promise<ReadonlySet<string>>;

  /** Leases the oldest waiting job that is due and counts the attempt; undefined when none is due. */
  claimJob(options: { now: number; leaseMs: number }): Promise<IngestJob | undefined>;
  /** When the next waiting job is due, or the next lease ends: milliseconds since the epoch; undefined when idle. */
  nextJobDueAt(): Promise<number | undefined>;
  /** Extends the lease and writes the progress. @returns Whether the job still holds its lease. */
  heartbeat(
    job: IngestJob,
    beat: { now: number; leaseMs: number; stage: IngestStage; progress: number },
  ): Promise<boolean>;
  /** Records the result of a download. @returns Whether the job still holds its lease. */
  recordOriginal(job: IngestJob, original: Original): Promise<boolean>;
  /** A live document other than `exceptDocId` with the same content, if any; approved answers do not count. */
  liveDocumentWithHash(contentHash: string, exceptDocId: string): Promise<string | undefined>;
  /** Adds chunks of a version that is not live yet. @returns Whether the job still holds its lease. */
  stageChunks(job: IngestJob, chunks: readonly IndexableChunk[]): Promise<boolean>;
  /**
   * Adds a piece of the extracted text of a version that is not live yet; pieces come in order, without gaps.
   *
   * @param piece.start Offset in the text, in UTF-16 units.
   * @returns Whether the job still holds its lease.
   */
  stageText(job: IngestJob, piece: { start: number; text: string }): Promise<boolean>;
  /**
   * The embeddings of chunks of the live version with equal text and terms, in the order of `inputs`; undefined where
   * there is none by model `modelId`.
   */
  embeddingsOfEqual(
    inputs: readonly EmbeddingInput[],
    of: { docId: string; modelId: string },
  ): Promise<(Float32Array | undefined)[]>;
  /**
   * Makes the staged version live, drops the previous one and ends the job as `done`.
   *
   * @returns The record; undefined when the job had lost its lease, in which case nothing has changed.
   */
  publish(job: IngestJob, published: Published): Promise<DocumentRecord | undefined>;
  /** Ends the job without a new version: `skipped`, `failed`, or back to the queue, at once or at `runAfter`. */
  finish(job: IngestJob, outcome: JobOutcome): Promise<boolean>;
  /**
   * Requeues jobs whose lease has ended, and drops staged chunks that no job will publish. Jobs that wait by a clock that
   * was set back since are due at once.
   */
  recover(now: number): Promise<{ requeued: number }>;
  /**
   * Jobs waiting or running, to check against the bound of the queue. Those of `requeueLive` do not count: there is at
   * most one for each live document.
   */
  countJobs(): Promise<number>;

  /** The stored chunks with these distinct ids that are in live versions, in the order of the ids. */
  chunks(chunkIds: readonly ChunkId[], options?: { signal?: AbortSignal }): Promise<LiveChunk[]>;
  /** The chunks of the live version, in reading order; undefined without one. */
  listChunks(docId: string, page: { limit: number; after?: number }): Promise<ChunkPage | undefined>;
  /**
   * A range of the extracted text of the live version, clipped to its length; undefined when there is none or its text
   * was not kept.
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
  /** Languages of the live documents, with the number of their chunks. Cheap: called with every question. */
  languages(): Promise<ReadonlyMap<string, number>>;

  /** The fitted embedding model that the stored embeddings belong to; undefined before the first. */
  embeddingModel(): Promise<StoredEmbeddingModel | undefined>;
  /**
   * Begins a set of embeddings by a model beside the searched ones, to replace them when complete. A set already begun
   * is kept if it is by the same model, else dropped.
   */
  beginEmbeddings(model: StoredEmbeddingModel): Promise<void>;
  /** The set that was begun and not yet switched to; it survives a restart. */
  begunEmbeddings(): Promise<BegunEmbeddings | undefined>;
  /**
   * Live chunks without an embedding in the begun set, at most `limit`, in order of `position`; none when none is left.
   *
   * @param page.after Only after this position.
   */
  unembeddedChunks(page: { after: number; limit: number }): Promise<UnembeddedChunk[]>;
  /** Adds to the begun set; chunks that are no longer live are skipped. */
  addEmbeddings(embeddings: readonly ChunkEmbedding[]): Promise<void>;
  /** The begun set replaces the searched embeddings in one step. */
  switchEmbeddings(): Promise<void>;
  /** The searched embeddings of live chunks. */
  liveEmbeddings(): AsyncIterable<ChunkEmbedding>;

  /**
   * What other processes change from now on; nothing where no other process uses the store.
   *
   * @throws The signal's reason when it aborts.
   */
  changes(signal: AbortSignal): AsyncIterable<StoreChange>;
  ping(signal: AbortSignal): Promise<void>;
}

/** A document with another record; `model`: other embeddings are searched; `missed`: there may have been more of both. */
export type StoreChange = { readonly docId: string } | 'model' | 'missed';

/** A document that is no more, in its last version: a later document of this id has higher ones, or is not indexed yet. */
export interface RemovedDocument {
  readonly docId: string;
  readonly version: number;
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

export interface IngestJob {
  readonly jobId: number;
  readonly docId: string;
  readonly version: number;
  /** Attempts so far, this one included, from 1. */
  readonly attempts: number;
  /** New with every claim: a write with an old token is refused. */
  readonly leaseToken: string;
  readonly kind: DocumentKind;
  readonly title: string | null;
  readonly source: DocumentSource;
  readonly original: Original | null;
  readonly correlationId: string;
  /** Index anew even if the content is the live one. */
  readonly isForced: boolean;
}

export interface Published {
  readonly title: string;
  readonly language: string | null;
  readonly pages: number | null;
  /** The model of the staged chunks' embeddings; null when they have none. */
  readonly embeddingModelId: string | null;
  /** Chunks whose embeddings were made for this version. */
  readonly embedded: number;
  /** Number of the analysis that made the terms, ≥ 1. */
  readonly analysis: number;
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
   * Back to the queue without counting the attempt, as the document is not to blame: at once when the service stops, at
   * `runAfter` when it cannot work for now.
   */
  | {
      readonly status: 'released';
      readonly now: number;
      readonly until?: { readonly error: IngestError; readonly runAfter: number };
    };

export interface LiveDocumentChunks {
  readonly docId: string;
  readonly version: number;
  readonly chunks: readonly IndexedChunk[];
}

export interface StoredEmbeddingModel {
  readonly id: string;
  readonly payload: Uint8Array;
}

export interface BegunEmbeddings {
  readonly modelId: string;
  readonly embedded: number;
  /** Of them: zero vectors. */
  readonly declined: number;
  /** Dimensions of the vectors; undefined before the first. */
  readonly dimensions: number | undefined;
}

export interface UnembeddedChunk extends EmbeddingInput {
  readonly chunkId: ChunkId;
  /** > 0; only its order has a meaning. */
  readonly position: number;
}
