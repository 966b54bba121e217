import { RefusedError } from '../errors.ts';
import type { DocumentRecord, DocumentStatus } from '../ports/document.ts';
import type { DocumentFilter, DocumentPage, DocumentPageRequest } from '../ports/document-list.ts';
import type { DocumentStore, Intake } from '../ports/document-store.ts';
import type { VetUrl } from '../ports/download.ts';
import type { Logger } from '../ports/logger.ts';
import type { StagedOriginal } from '../ports/original-store.ts';
import type { DocumentChanges } from './document-changes.ts';
import { baseNameOf, documentIdOf, filenameOfUrl } from './document-id.ts';
import type { IngestWorkers } from './jobs/ingest-worker.ts';
import type { OriginalUpkeep } from './original-upkeep.ts';
import { formatOf } from './parsing/formats.ts';
import type { Publication } from './publication.ts';

/** Documents waiting or in work; beyond it nothing more is accepted. */
const QUEUE_MAX = 10_000;

const QUEUE_RETRY_SECONDS = 30;

/** What a client may say of a document, and how it is told from others. */
interface Wishes {
  /** `[A-Za-z0-9_-]{1,128}`; replaces what stands there. Derived from the name, and made unique, when absent. */
  readonly docId?: string | undefined;
  /** The document's own title is used when absent. */
  readonly title?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly correlationId: string;
}

export interface Upload extends Wishes {
  /** Kept when the upload is accepted; the caller disposes of it either way. */
  readonly staged: StagedOriginal;
  /** As the client gave it; its folders are not looked at. */
  readonly filename: string;
  /** `Content-Type` of the part, without which the name decides. */
  readonly mediaType?: string | null | undefined;
}

export interface UrlIntake extends Wishes {
  readonly url: string;
}

/** An approved answer, to be kept as a document. */
export interface AnswerIntake {
  readonly docId: string;
  readonly entryId: string;
  readonly question: string;
  readonly staged: StagedOriginal;
  readonly tags: readonly string[];
  readonly correlationId: string;
}

/** The use-cases behind the ingest routes. All throw `RefusedError`; what was returned is durable. */
export interface Catalog {
  /** @throws {RefusedError} `empty_file`, `unsupported_file_type`, `queue_full`; then nothing is left behind. */
  acceptUpload(upload: Upload): Promise<DocumentRecord>;
  /** @throws {RefusedError} `url_not_allowed`, `queue_full`. */
  acceptUrl(intake: UrlIntake): Promise<DocumentRecord>;
  /** @throws {RefusedError} `document_not_found`. */
  get(docId: string): Promise<DocumentRecord>;
  /**
   * The record now and after each change of it, until its ingest has ended; other than by `progress` it may repeat.
   *
   * @throws {RefusedError} `document_not_found`, also when the document is removed meanwhile; `too_many_followers`.
   * @throws The signal's reason when `signal` aborts.
   */
  follow(docId: string, options: { signal: AbortSignal }): AsyncIterable<DocumentRecord>;
  /**
   * Queues a failed or skipped ingest again.
   *
   * @throws {RefusedError} `document_not_found`, `ingest_not_failed`, `queue_full`.
   */
  retry(docId: string, options: { correlationId: string }): Promise<DocumentRecord>;
  list(filter: DocumentFilter, page: DocumentPageRequest): Promise<DocumentPage>;
  /**
   * Removes a document, its original and whatever runs for it; when it resolves, no search returns the document.
   *
   * @throws {RefusedError} `document_not_found`.
   */
  remove(docId: string): Promise<void>;
}

/** What review needs besides. */
export interface AnswerIntakes {
  /**
   * Takes an answer in under its question, in place of what stands there; it does not wait behind a full queue. Unlike
   * other documents it may say what another one says. Nothing happens when it stands there already.
   */
  acceptAnswer(intake: AnswerIntake): Promise<DocumentRecord>;
}

export function createCatalog(parts: {
  documentStore: DocumentStore;
  originalUpkeep: OriginalUpkeep;
  publication: Publication;
  changes: DocumentChanges;
  workers: Pick<IngestWorkers, 'wake' | 'cancel'>;
  vetUrl: VetUrl;
  logger: Logger;
  now: () => number;
  queueMax?: number;
}): Catalog & AnswerIntakes {
  const { documentStore, originalUpkeep, publication, changes, workers, vetUrl, logger, now } = parts;
  const { queueMax = QUEUE_MAX } = parts;

  async function refuseWhenFull(): Promise<void> {
    if ((await documentStore.countJobs()) < queueMax) return;
    throw new RefusedError({ code: 'queue_full', limit: queueMax, retryAfterSeconds: QUEUE_RETRY_SECONDS });
  }

  function accept(wishes: Wishes, named: { filename: string } & Pick<Intake, 'source' | 'original'>) {
    const { filename, source, original } = named;
    return enqueue({
      docId: wishes.docId ?? documentIdOf(filename),
      whenTaken: wishes.docId === undefined ? 'rename' : 'replace',
      kind: 'document',
      title: wishes.title ?? null,
      tags: wishes.tags ?? [],
      source,
      original,
      correlationId: wishes.correlationId,
      now: now(),
    });
  }

  async function enqueue(intake: Intake): Promise<DocumentRecord> {
    const record = await documentStore.accept(intake);
    workers.cancel(record.docId, { before: record.version });
    workers.wake();
    changes.ring(record.docId);
    await originalUpkeep.discardOrphans();
    return record;
  }

  async function get(docId: string): Promise<DocumentRecord> {
    const record = await documentStore.get(docId);
    if (!record) throw new RefusedError({ code: 'document_not_found', docId });
    return publication.asSearchable(record);
  }

  return {
    async acceptUpload(upload) {
      const { staged } = upload;
      const filename = baseNameOf(upload.filename);
      const format = formatOf({ filename, mediaType: upload.mediaType ?? null, head: staged.head });
      if ('refusal' in format) throw new RefusedError(format.refusal);
      await refuseWhenFull();
      await staged.keep();
      originalUpkeep.kept(staged.contentHash);
      const { contentHash, bytes } = staged;
      const original = { contentHash, bytes, mediaType: format.mediaType };
      return accept(upload, { filename, source: { kind: 'upload', filename }, original });
    },

    async acceptAnswer({ docId, entryId, question, staged, tags, correlationId }) {
      const { contentHash, bytes } = staged;
      const title = titleOf(question);
      const standing = await documentStore.get(docId);
      const isThere =
        standing?.kind === 'approved_answer' &&
        standing.status !== 'failed' &&
        standing.contentHash === contentHash &&
        standing.title === title &&
        standing.tags.join('\n') === tags.join('\n');
      if (standing && isThere) return standing;
      await staged.keep();
      originalUpkeep.kept(contentHash);
      return enqueue({
        ...{ docId, title, tags, correlationId, whenTaken: 'replace', kind: 'approved_answer' },
        source: { kind: 'review', entryId, filename: `${docId}.txt` },
        original: { contentHash, bytes, mediaType: 'text/plain' },
        now: now(),
      });
    },

    async acceptUrl(intake) {
      const reason = vetUrl(intake.url);
      if (reason !== undefined) throw new RefusedError({ code: 'url_not_allowed', reason });
      await refuseWhenFull();
      const url = new URL(intake.url).href;
      const filename = filenameOfUrl(url);
      return accept(intake, { filename, source: { kind: 'url', url, filename }, original: null });
    },

    get,

    async *follow(docId, { signal }) {
      using follower = changes.follow(docId);
      for (;;) {
        const record = await get(docId);
        yield record;
        if (ENDED.has(record.status)) return;
        await follower.changed(signal);
      }
    },

    async retry(docId, { correlationId }) {
      await get(docId);
      await refuseWhenFull();
      const retried = await documentStore.retry(docId, { now: now(), correlationId });
      if (!retried) throw new RefusedError({ code: 'document_not_found', docId });
      const { record, queued } = retried;
      if (!queued) throw new RefusedError({ code: 'ingest_not_failed', docId, status: record.status });
      workers.wake();
      changes.ring(docId);
      await originalUpkeep.discardOrphans();
      return record;
    },

    async list(filter, page) {
      const found = await documentStore.list({ ...filter, unsearchable: publication.unsearchable() }, page);
      return { ...found, documents: found.documents.map(publication.asSearchable) };
    },

    async remove(docId) {
      const removed = await publication.remove(docId, now());
      if (!removed) throw new RefusedError({ code: 'document_not_found', docId });
      workers.cancel(docId);
      // Documents that were skipped as its duplicates are queued again.
      workers.wake();
      changes.ring(docId);
      await originalUpkeep.discardOrphans();
      logger.info('Document removed', { doc_id: docId });
    },
  };
}

const ENDED: ReadonlySet<DocumentStatus> = new Set(['done', 'skipped', 'failed']);

/** A question as the title of its answer. */
function titleOf(question: string): string {
  return question.replace(/\s+/g, ' ').trim();
}
