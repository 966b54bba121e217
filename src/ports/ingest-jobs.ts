import type { IndexableChunk } from './chunk.ts';
import type { DocumentKind, DocumentRecord, DocumentSource, IngestError, IngestStage } from './document.ts';
import type { Original } from './document-intake.ts';
import type { EmbeddingInput } from './embedding-model.ts';

/** Who works on which version of a document, and what is staged of it until it is published. */
export interface IngestJobs {
  /** Leases the oldest waiting job that is due and counts the attempt; undefined when none is due. */
  claimJob(options: { now: number; leaseMs: number }): Promise<IngestJob | undefined>;
  /** When the next waiting job is due, or the next lease ends: milliseconds since the epoch; undefined when idle. */
  nextJobDueAt(): Promise<number | undefined>;
  /** Extends the lease and writes the progress. @returns Whether the job still holds its lease. */
  heartbeat(
    job: IngestJob,
    renewal: { now: number; leaseMs: number; stage: IngestStage; progress: number },
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
  /** Index again even if the content is the live one. */
  readonly isForced: boolean;
  /** See `Intake`. */
  readonly isTagBound: boolean;
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
