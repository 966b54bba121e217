import type { AnalysedDocuments } from './analysed-documents.ts';
import type { DocumentRecord } from './document.ts';
import type { AnswerLink, Intake } from './document-intake.ts';
import type {
  DocumentFilter,
  DocumentPage,
  DocumentPageRequest,
  DocumentTotals,
  IngestCount,
  StatusCounts,
} from './document-list.ts';
import type { EmbeddingSets } from './embedding-sets.ts';
import type { IngestJobs } from './ingest-jobs.ts';
import type { NamedOriginals } from './named-originals.ts';
import type { StoredChunks } from './stored-chunks.ts';

/**
 * Documents, their chunks and their ingest jobs: the record of truth. Every write is durable (fsynced) when its promise
 * resolves, and every method is one atomic step. Only claims, heartbeats and staged data are weaker: a power cut may
 * lose them, and the work is then repeated.
 */
export interface DocumentStore
  extends DocumentRecords,
    IngestJobs,
    StoredChunks,
    EmbeddingSets,
    AnalysedDocuments,
    NamedOriginals,
    AsyncDisposable {
  /**
   * What other processes change from now on; nothing where no other process uses the store.
   *
   * @throws The signal's reason when it aborts.
   */
  changes(signal: AbortSignal): AsyncIterable<StoreChange>;
  /**
   * Asks the process that keeps the embeddings up to make all of them again.
   *
   * @returns Whether it may be another one; otherwise nobody was asked.
   */
  requestEmbeddings(): Promise<boolean>;
  ping(signal: AbortSignal): Promise<void>;
}

/** Documents as they are listed, described and removed. */
interface DocumentRecords {
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
   * Requeues live documents without a waiting or running ingest, to be indexed again from the live original, changed or
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
  /**
   * Those of `docIds` whose documents have one of `tags`; an approved answer only if each document it rests on has one,
   * too.
   */
  visibleAmong(docIds: readonly string[], tags: readonly string[]): Promise<string[]>;
  /**
   * Ids of live documents with at least one of `tags`: a set that does not change, and often the same one until another
   * has to be given. Cheap, as `languages` is.
   */
  docIdsWithTags(tags: readonly string[]): Promise<ReadonlySet<string>>;
}

/**
 * A document with another record; `model`: other embeddings are searched; `missed`: there may have been more of both;
 * `request`: the embeddings are to be made again.
 */
export type StoreChange = { readonly docId: string } | 'model' | 'missed' | 'request';

/** A document that is no more, in its last version: a later document of this id has higher ones, or is not indexed yet. */
export interface RemovedDocument {
  readonly docId: string;
  readonly version: number;
}
