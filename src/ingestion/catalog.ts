import { isRefusal, RefusedError } from '../errors.ts';
import { currentCorrelationId } from '../kernel/correlation.ts';
import type { AuditEntry } from '../ports/access-store.ts';
import type { ApprovedAnswer } from '../ports/answer-documents.ts';
import { type DocumentRecord, ENDED } from '../ports/document.ts';
import type { Intake } from '../ports/document-intake.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { VetUrl } from '../ports/download.ts';
import type { Logger } from '../ports/logger.ts';
import type { StagedOriginal } from '../ports/original-store.ts';
import { inOneLine } from '../text/quotation.ts';
import type { DocumentChanges } from './documents/document-changes.ts';
import { baseNameOf, documentIdOf, filenameOfUrl } from './documents/document-id.ts';
import type { IngestWorkers } from './jobs/ingest-worker.ts';
import type { OriginalUpkeep } from './maintenance/original-upkeep.ts';
import { formatOf } from './parsing/formats.ts';
import type { Publication } from './publication.ts';

const QUEUE_RETRY_SECONDS = 30;
const APPROVAL_RETRY_SECONDS = 1;

/** Fields that a client may set on a document. */
interface IntakeFields {
  /** `[A-Za-z0-9_-]{1,128}`; replaces the document of this id. When absent, a unique one is derived from the name. */
  readonly docId?: string | undefined;
  /** The document's own title when absent. */
  readonly title?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Whether the caller sees only documents with one of these tags. */
  readonly isTagBound?: boolean | undefined;
  /** Whether the caller may replace documents, or only add some. */
  readonly mayReplace: boolean;
  readonly correlationId: string;
}

export interface Upload extends IntakeFields {
  /** Stored when the upload is accepted; the caller disposes of it either way. */
  readonly staged: StagedOriginal;
  /** As the client gave it; its folders are ignored. */
  readonly filename: string;
  /** `Content-Type` of what was downloaded, null when unknown; absent when a client sent the file. */
  readonly mediaType?: string | null | undefined;
  /** Where it was downloaded from. */
  readonly url?: string | undefined;
}

export interface UrlIntake extends IntakeFields {
  readonly url: string;
}

/** The use-cases behind the ingest routes. All throw `RefusedError`; what they return is durable. */
export type Catalog = Omit<CatalogOfAll, 'acceptAnswer'>;

/** With what is for review only. */
export type CatalogOfAll = ReturnType<typeof createCatalog>;

/** What work on a document gives; undefined where there is no such document. */
export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isRefusal(error, 'document_not_found')) return undefined;
    throw error;
  }
}

interface Parts {
  readonly documentStore: DocumentStore;
  readonly originalUpkeep: OriginalUpkeep;
  readonly publication: Pick<Publication, 'remove'>;
  readonly changes: DocumentChanges;
  readonly workers: Pick<IngestWorkers, 'wake' | 'cancel'>;
  /** Called when a title may have changed. */
  readonly onTitleChanged: () => void;
  readonly vetUrl: VetUrl;
  /** Records in the audit log. */
  readonly audit: (entry: Omit<AuditEntry, 'at'>) => Promise<void>;
  readonly logger: Logger;
  readonly now: () => number;
  /** Documents queued or running, without those that a reindex queued; beyond it nothing more is accepted. */
  readonly queueMax: number;
}

export function createCatalog(parts: Parts) {
  const { documentStore, originalUpkeep, publication, changes, workers, logger, now } = parts;

  /** @throws {RefusedError} `document_not_found`. */
  async function get(docId: string): Promise<DocumentRecord> {
    const record = await documentStore.get(docId);
    if (!record) throw notFound(docId);
    return record;
  }

  return {
    ...createIntakes(parts),
    get,

    /**
     * Yields the record now and after each of its changes, until its ingest ends; except by `progress` it may repeat.
     *
     * @throws {RefusedError} `document_not_found`, even when the document is removed meanwhile; `too_many_followers`.
     * @throws The signal's reason when `signal` aborts.
     */
    async *follow(docId: string, { signal }: { signal: AbortSignal }): AsyncIterable<DocumentRecord> {
      using follower = changes.follow(docId);
      for (;;) {
        const record = await get(docId);
        yield record;
        if (ENDED.has(record.status)) return;
        await follower.changed(signal);
      }
    },

    /**
     * Queues a failed or skipped ingest again.
     *
     * @throws {RefusedError} `document_not_found`, `ingest_not_failed`, `queue_full`.
     */
    async retry(docId: string, { correlationId }: { correlationId: string }) {
      await get(docId);
      await refuseWhenFull(parts);
      const retried = await documentStore.retry(docId, { now: now(), correlationId });
      if (!retried) throw notFound(docId);
      const { record, queued } = retried;
      if (!queued) throw new RefusedError({ code: 'ingest_not_failed', docId, status: record.status });
      workers.wake();
      changes.notify(docId);
      await originalUpkeep.discardReleased();
      return record;
    },

    /**
     * Changes title and tags at once; the terms of another title are searched soon after.
     *
     * @throws {RefusedError} `document_not_found`.
     */
    async describe(
      docId: string,
      { title, tags }: Pick<IntakeFields, 'tags'> & { title?: string | undefined },
    ): Promise<DocumentRecord> {
      const plain = title?.replace(/\s+/g, ' ');
      const record = await documentStore.describe(docId, { title: plain, tags, now: now() });
      if (!record) throw notFound(docId);
      parts.onTitleChanged();
      changes.notify(docId);
      await originalUpkeep.describe(docId);
      return record;
    },

    list: (...of: Parameters<DocumentStore['list']>) => documentStore.list(...of),

    /**
     * Removes a document, its original and its running jobs, and the approved answers that rest on it; no search
     * returns any of them once this resolves. The audit log has it before: a crash may leave an entry of a deletion
     * that did not happen, never the reverse.
     *
     * @param options.actor Who asked for it; without one it is part of a decision, which is recorded instead.
     * @throws {RefusedError} `document_not_found`.
     * @throws The signal's reason when it aborts while another change of the document is waited for: it stays then.
     */
    async remove(docId: string, { signal, actor }: { signal?: AbortSignal; actor?: string } = {}) {
      if (actor !== undefined) {
        const { title } = await get(docId);
        const correlationId = currentCorrelationId() ?? '';
        await parts.audit({ actor, action: 'document.deleted', subject: docId, title, correlationId });
      }
      const removed = await publication.remove(docId, now(), signal && { signal });
      if (!removed.includes(docId)) throw notFound(docId);
      for (const each of removed) {
        workers.cancel(each);
        changes.notify(each);
        logger.info('Document removed', { doc_id: each });
      }
      // Documents skipped as its duplicates are queued again.
      workers.wake();
      await originalUpkeep.discardReleased();
    },
  };
}

function createIntakes(parts: Parts) {
  const { documentStore, originalUpkeep, changes, workers, vetUrl, now } = parts;

  /** @throws {RefusedError} When the document exists and may not be replaced; the store decides. */
  async function refuseToReplace({ docId, mayReplace }: IntakeFields): Promise<void> {
    if (mayReplace || docId === undefined) return;
    if (await documentStore.get(docId)) throw notReplaced(docId);
  }

  function accept(
    { docId, title = null, tags, isTagBound, mayReplace, correlationId }: IntakeFields,
    { filename, source, original }: { filename: string } & Pick<Intake, 'source' | 'original'>,
  ) {
    const whenDerived = mayReplace ? 'rename' : 'always_rename';
    const whenGiven = (given: string) => (mayReplace ? 'replace' : { refuse: notReplaced(given) });
    return enqueue({
      docId: docId ?? documentIdOf(filename),
      whenTaken: docId === undefined ? whenDerived : whenGiven(docId),
      kind: 'document',
      ...{ title, tags, isTagBound, source, original, correlationId },
      now: now(),
    });
  }

  async function enqueue(intake: Intake): Promise<DocumentRecord> {
    const record = await documentStore.accept(intake);
    workers.cancel(record.docId, { before: record.version });
    workers.wake();
    changes.notify(record.docId);
    await originalUpkeep.describe(record.docId);
    await originalUpkeep.discardReleased();
    return record;
  }

  return {
    /**
     * @throws {RefusedError} `empty_file`, `unsupported_file_type`, `invalid_api_key` when the caller may not replace
     *   the document, `queue_full`; nothing is stored then.
     */
    async acceptUpload(upload: Upload): Promise<DocumentRecord> {
      const { staged } = upload;
      const filename = baseNameOf(upload.filename);
      const format = formatOf({ filename, mediaType: upload.mediaType, head: staged.head });
      if ('refusal' in format) throw new RefusedError(format.refusal);
      await refuseToReplace(upload);
      await refuseWhenFull(parts);
      await staged.keep();
      const { contentHash, bytes } = staged;
      const original = { contentHash, bytes, mediaType: format.mediaType };
      const { url } = upload;
      const source = url === undefined ? { kind: 'upload' as const } : { kind: 'url' as const, url };
      return accept(upload, { filename, source: { ...source, filename }, original });
    },

    /**
     * Stores an answer under its question, replacing the previous one; it bypasses a full queue. Unlike other documents
     * it may duplicate another one. Does nothing when the same answer is stored already.
     */
    async acceptAnswer(
      answer: Omit<ApprovedAnswer, 'text'> & { staged: StagedOriginal },
    ): Promise<DocumentRecord> {
      const { docId, entryId, question, staged, tags, restsOn, correlationId } = answer;
      const { contentHash, bytes } = staged;
      const title = inOneLine(question);
      const existing = await documentStore.get(docId);
      const isStored =
        existing?.kind === 'approved_answer' &&
        existing.status !== 'failed' &&
        existing.contentHash === contentHash &&
        existing.title === title &&
        existing.tags.join('\n') === tags.join('\n');
      if (existing && isStored) return existing;
      await staged.keep();
      return enqueue({
        ...{ docId, title, tags, correlationId, whenTaken: 'replace', kind: 'approved_answer' },
        source: { kind: 'review', entryId, filename: `${docId}.txt` },
        original: { contentHash, bytes, mediaType: 'text/plain' },
        restsOn: { docIds: restsOn, refuse: notApproved() },
        now: now(),
      });
    },

    /** @throws {RefusedError} `url_not_allowed`, `invalid_api_key`, `queue_full`. */
    async acceptUrl(intake: UrlIntake): Promise<DocumentRecord> {
      const reason = vetUrl(intake.url);
      if (reason !== undefined) throw new RefusedError({ code: 'url_not_allowed', reason });
      await refuseWhenFull(parts);
      const url = new URL(intake.url).href;
      const filename = filenameOfUrl(url);
      return accept(intake, { filename, source: { kind: 'url', url, filename }, original: null });
    },
  };
}

async function refuseWhenFull({ documentStore, queueMax }: Parts): Promise<void> {
  if ((await documentStore.countJobs()) < queueMax) return;
  throw new RefusedError({ code: 'queue_full', limit: queueMax, retryAfterSeconds: QUEUE_RETRY_SECONDS });
}

function notReplaced(docId: string): RefusedError {
  return new RefusedError({ code: 'invalid_api_key', replaces: docId });
}

function notApproved(): RefusedError {
  const reason = 'A document that it cites was deleted meanwhile.';
  return new RefusedError({ code: 'approval_failed', reason, retryAfterSeconds: APPROVAL_RETRY_SECONDS });
}

function notFound(docId: string): RefusedError {
  return new RefusedError({ code: 'document_not_found', docId });
}
