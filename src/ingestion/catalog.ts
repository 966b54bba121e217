import { RefusedError } from '../errors.ts';
import type { DocumentRecord } from '../ports/document.ts';
import type { DocumentFilter, DocumentPage, DocumentStore, Intake } from '../ports/document-store.ts';
import type { VetUrl } from '../ports/download.ts';
import type { Logger } from '../ports/logger.ts';
import type { OriginalStore, StagedOriginal } from '../ports/original-store.ts';
import { baseNameOf, documentIdOf, filenameOfUrl } from './document-id.ts';
import { formatOf } from './formats.ts';
import type { IngestWorkers } from './ingest-worker.ts';
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

/** The use-cases behind the ingest routes. All throw `RefusedError`; what was returned is durable. */
export interface Catalog {
  /** @throws {RefusedError} `empty_file`, `unsupported_file_type`, `queue_full`; then nothing is left behind. */
  acceptUpload(upload: Upload): Promise<DocumentRecord>;
  /** @throws {RefusedError} `url_not_allowed`, `queue_full`. */
  acceptUrl(intake: UrlIntake): Promise<DocumentRecord>;
  /** @throws {RefusedError} `document_not_found`. */
  get(docId: string): Promise<DocumentRecord>;
  /** Newest first. */
  list(filter: DocumentFilter, page: { limit: number; before?: number }): Promise<DocumentPage>;
  /**
   * Removes a document, its original and whatever runs for it; when it resolves, no search returns the document.
   *
   * @throws {RefusedError} `document_not_found`.
   */
  remove(docId: string): Promise<void>;
}

export function createCatalog(parts: {
  documentStore: DocumentStore;
  originals: OriginalStore;
  publication: Publication;
  workers: Pick<IngestWorkers, 'wake' | 'cancel'>;
  vetUrl: VetUrl;
  logger: Logger;
  now: () => number;
  queueMax?: number;
}): Catalog {
  const { documentStore, originals, publication, workers, vetUrl, logger, now, queueMax = QUEUE_MAX } = parts;
  /** For each removal under way, the contents that were accepted since: they are in use again. */
  const removals = new Set<Set<string>>();

  async function refuseWhenFull(): Promise<void> {
    if ((await documentStore.countJobs()) < queueMax) return;
    throw new RefusedError({ code: 'queue_full', limit: queueMax, retryAfterSeconds: QUEUE_RETRY_SECONDS });
  }

  async function accept(wishes: Wishes, named: { filename: string } & Pick<Intake, 'source' | 'original'>) {
    const { filename, source, original } = named;
    const record = await documentStore.accept({
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
    workers.cancel(record.docId, { before: record.version });
    workers.wake();
    return record;
  }

  return {
    async acceptUpload(upload) {
      const { staged } = upload;
      const filename = baseNameOf(upload.filename);
      const format = formatOf({ filename, mediaType: upload.mediaType ?? null, head: staged.head });
      if ('refusal' in format) throw new RefusedError(format.refusal);
      await refuseWhenFull();
      await staged.keep();
      for (const reused of removals) reused.add(staged.contentHash);
      const { contentHash, bytes } = staged;
      const original = { contentHash, bytes, mediaType: format.mediaType };
      return accept(upload, { filename, source: { kind: 'upload', filename }, original });
    },

    async acceptUrl(intake) {
      const reason = vetUrl(intake.url);
      if (reason !== undefined) throw new RefusedError({ code: 'url_not_allowed', reason });
      await refuseWhenFull();
      const url = new URL(intake.url).href;
      const filename = filenameOfUrl(url);
      return accept(intake, { filename, source: { kind: 'url', url, filename }, original: null });
    },

    async get(docId) {
      const record = await documentStore.get(docId);
      if (!record) throw new RefusedError({ code: 'document_not_found', docId });
      return publication.asSearchable(record);
    },

    async list(filter, page) {
      const found = await documentStore.list(filter, page);
      return { ...found, documents: found.documents.map(publication.asSearchable) };
    },

    async remove(docId) {
      const reused = new Set<string>();
      removals.add(reused);
      try {
        const removed = await publication.remove(docId, now());
        if (!removed) throw new RefusedError({ code: 'document_not_found', docId });
        workers.cancel(docId);
        // Documents that were skipped as its duplicates are queued again.
        workers.wake();
        for (const contentHash of removed.orphanedHashes) {
          if (!reused.has(contentHash)) await removeOriginal(contentHash);
        }
      } finally {
        removals.delete(reused);
      }
      logger.info('Document removed', { doc_id: docId });
    },
  };

  /** The document is gone whether its file can be removed now or only by the next start. */
  async function removeOriginal(contentHash: string): Promise<void> {
    try {
      await originals.remove(contentHash);
    } catch (error) {
      logger.warn('An original could not be removed, and is left to the next start', {
        error: error as Error,
      });
    }
  }
}
